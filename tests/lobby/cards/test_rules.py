"""What a card offers and shows, over every combination of facts (services/lobby/RULES.md §21)."""

from collections.abc import Iterator
from itertools import product
from typing import get_args

import msgspec
import pytest

from services.contracts.lobby.people.cards import Action, Audience, Relation
from services.kernel.clock import HOUR_MS
from services.lobby.cards.rules import Between, may, seen_at_ms, since_ms
from services.lobby.presence.player import Part, Player
from services.lobby.presence.statuses import Status
from services.lobby.tables.open_table import OpenTable, TableRequest

SEEN_MS = 1_700_000_123_456
RELATIONS = get_args(Relation)


def player(account: str, **fields: object) -> Player:
    usual = {"name": account, "name_key": account, "language": "en", "created_at_ms": SEEN_MS}
    return Player(account=account, **(usual | fields))  # type: ignore[arg-type]


def situations() -> Iterator[tuple[Player, Player, OpenTable | None, Between]]:
    """Viewers and players of every kind, at the same table, at another one or at none."""
    parts: tuple[Part | None, ...] = (None, "invited", "seated", "playing")
    statuses: tuple[Status, ...] = ("online", "playing", "absent")
    facts = product(parts, statuses, RELATIONS, *[(False, True)] * 6)
    for part, status, relation, guest, blocks, blocked_by, visits, spectators, together in facts:
        viewer = player("me", part=part, table_id="t" if part and together else part and "u", guest=guest)
        other = player("other", status=status, part="playing" if status == "playing" else None, table_id="t")
        request = TableRequest(name="Ours", game="tavli", spectators=spectators)
        table = OpenTable("t", request, ("other", "third"), started=True) if status == "playing" else None
        between = Between(relation, blocks, blocked_by, viewer_visits=visits)
        yield viewer, other, table, between


def test_oneself_is_offered_nothing() -> None:
    assert all(may(*each) == [] for each in situations() if each[3].relation == "self")


def test_another_player_can_always_be_reported_and_is_blocked_or_unblocked() -> None:
    for each in situations():
        if each[3].relation != "self":
            found = may(*each)
            assert found[-1] == "report"
            assert ("unblock" in found) is each[3].blocks
            assert ("block" in found) is not each[3].blocks


def test_nothing_joins_two_players_where_either_blocks_the_other() -> None:
    for each in situations():
        if each[3].blocks or each[3].blocked_by:
            assert not {"befriend", "challenge", "message", "watch", "treat"} & set(may(*each))


def test_every_action_is_offered_somewhere_and_no_other() -> None:
    assert {action for each in situations() for action in may(*each)} == set(get_args(Action))


def test_what_is_offered_fits_where_both_are() -> None:
    for viewer, other, table, between in situations():
        found = may(viewer, other, table, between)
        if "challenge" in found:
            assert (viewer.part, other.status) == (None, "online")
        if "watch" in found:
            assert viewer.part is None
            assert table is not None
            assert table.request.spectators
        if "treat" in found:
            assert not viewer.guest
            assert not between.viewer_visits
            assert viewer.table_id == other.table_id
        if "message" in found:
            assert between.relation == "friend"
            assert not viewer.guest
        if "befriend" in found:
            assert between.relation == "none"


@pytest.mark.parametrize(
    "against",
    [
        *({"viewer": {"guest": True}}, {"other": {"guest": True}}),
        *({"viewer": {"part": "seated"}}, {"other": {"part": "seated"}}, {"viewer": {"part": None, "table_id": None}}),
        *({"viewer": {"table_id": "u"}}, {"viewer": {"practising": True}}),
        *({"between": {"viewer_visits": True}}, {"between": {"player_visits": True}}),
    ],
)
def test_a_treat_is_for_players_of_one_match_and_no_guest_visitor_or_practice(
    against: dict[str, dict[str, object]],
) -> None:
    table = OpenTable("t", TableRequest(name="Ours", game="tavli"), ("me", "other"), started=True)
    playing: dict[str, object] = {"part": "playing", "table_id": "t"}

    def offered(viewer: dict[str, object], other: dict[str, object], between: dict[str, object]) -> bool:
        found = may(player("me", **viewer), player("other", **other), table, Between(**between))  # type: ignore[arg-type]
        return "treat" in found

    usual: dict[str, dict[str, object]] = {"viewer": playing, "other": playing, "between": {}}
    assert offered(**usual)
    assert not offered(**{name: fields | against.get(name, {}) for name, fields in usual.items()})


def test_a_house_banked_table_is_not_watched_from_a_card() -> None:
    request = TableRequest(name="Table 1", game="baccarat")
    table = OpenTable("t", request, ("other", None), started=True, house=True)
    assert "watch" not in may(player("me"), player("other"), table, Between())


AUDIENCES: dict[Audience, set[Relation]] = {"all": set(RELATIONS), "friends": {"self", "friend"}, "none": {"self"}}


@pytest.mark.parametrize(("audience", "relation"), product(AUDIENCES, RELATIONS))
def test_last_seen_is_shown_to_the_audience_that_the_player_chooses(audience: Audience, relation: Relation) -> None:
    absent = player("other", seen_at_ms=SEEN_MS)
    shown = seen_at_ms(absent, audience, relation)
    assert (shown is not None) is (relation in AUDIENCES[audience])
    if shown is not None:
        assert shown % HOUR_MS == 0
        assert 0 <= SEEN_MS - shown < HOUR_MS


def test_a_present_player_and_one_that_never_came_have_no_hour() -> None:
    here = player("other", seen_at_ms=SEEN_MS, status="online")
    assert seen_at_ms(here, "all", "friend") is None
    assert seen_at_ms(player("other"), "all", "friend") is None
    before = msgspec.structs.replace(here, status="absent", seen_at_ms=0, login_at_ms=SEEN_MS)
    assert seen_at_ms(before, "all", "friend") is not None


def test_the_day_of_registration_has_no_hour() -> None:
    assert since_ms(player("other")) == 1_699_920_000_000
