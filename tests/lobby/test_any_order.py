"""Facts about one account reach the lobby in any order and any number of times, and it ends in the same state as if
they had come once and in their order (services/lobby/RULES.md §7)."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.contracts.lobby.accounts import accounts as contract
from services.contracts.lobby.accounts import privacy
from services.contracts.moderation import conduct, events, messages, orders
from services.contracts.moderation.events import Span
from services.contracts.ranking import ratings as ranking
from services.contracts.ranking import statistics
from services.contracts.wallet import balances as wallet
from services.contracts.wallet import limits as outside
from services.contracts.wallet import shop as economy
from services.kernel.refusal import Refusal
from services.lobby import expiry, schema
from services.lobby.accounts.pictures import use_cases as player_pictures
from services.lobby.chat import use_cases as chat
from services.lobby.conduct import staff, standings, warnings
from services.lobby.lists import client_updates
from services.lobby.presence import ratings
from services.lobby.tables import leaving
from services.platform.process.json import decode, encode
from tests.lobby.local_lobby import Here, LocalLobby

Fact = tuple[str, Callable[..., None], Callable[[str, int], Any]]
"""A name, the use case that takes it, and the event about an account at a moment."""

YEAR_MS = 365 * 86_400_000


def _standing(account: str, seq: int, now_ms: int, *, out: bool) -> events.StandingChanged:
    spans = [Span(now_ms - 5, now_ms + YEAR_MS)] if out else []
    return events.StandingChanged(account=account, seq=seq, blocked=False, suspensions=spans)


def _message(account: str) -> messages.MessageSent:
    fields: dict[str, Any] = {"subject": "s", "body": "b", "created_at_ms": 1, "read_at_ms": None, "ack_at_ms": None}
    message = messages.AdminMessage(id="w1", to=account, kind="warning", **fields)
    return messages.MessageSent(message=message)


def _rated(account: str, seq: int) -> ranking.Rated:
    return ranking.Rated(
        match=f"m{seq}",
        changes=[ranking.RatingChange(account=account, rating=1_500 + seq, delta=1, label="win", seq=seq)],
    )


def _quintile(account: str, seq: int) -> statistics.QuintilesChanged:
    return statistics.QuintilesChanged(
        changes=[statistics.QuintileChange(account=account, pr=1, quintile=seq, seq=seq)]
    )


FACTS: tuple[Fact, ...] = (
    ("standing: out", standings.standings_changed, lambda account, now_ms: _standing(account, 11, now_ms, out=True)),
    ("standing: in", standings.standings_changed, lambda account, now_ms: _standing(account, 12, now_ms, out=False)),
    ("watched", staff.watches_changed, lambda account, _: events.WatchChanged(
        account=account, seq=21, watched=True, until_ms=None)),
    ("not watched", staff.watches_changed, lambda account, _: events.WatchChanged(
        account=account, seq=22, watched=False, until_ms=None)),
    ("moderator", staff.roles_changed, lambda account, _: events.RolesChanged(
        account=account, seq=31, roles=["moderator"])),
    ("no role", staff.roles_changed, lambda account, _: events.RolesChanged(account=account, seq=32, roles=[])),
    ("card", standings.cards_changed, lambda account, _: conduct.CardsChanged(
        account=account, seq=41, cards={"yellow": 1})),
    ("cards", standings.cards_changed, lambda account, _: conduct.CardsChanged(
        account=account, seq=42, cards={"yellow": 2, "blue": 1})),
    ("mute", chat.chat_muted, lambda account, now_ms: conduct.ChatMuted(
        account=account, seq=51, until_ms=now_ms + YEAR_MS)),
    ("no mute", chat.chat_muted, lambda account, _: conduct.ChatMuted(
        account=account, seq=52, until_ms=0)),
    ("rated", ratings.rated, lambda account, _: _rated(account, 61)),
    ("rated again", ratings.rated, lambda account, _: _rated(account, 62)),
    ("quintile", ratings.quintiles_changed, lambda account, _: _quintile(account, 1)),
    ("quintile again", ratings.quintiles_changed, lambda account, _: _quintile(account, 2)),
    ("avatar", player_pictures.avatars_worn, lambda account, _: economy.AvatarWorn(
        account=account, avatar="owl", at_ms=71)),
    ("no avatar", player_pictures.avatars_worn, lambda account, _: economy.AvatarWorn(
        account=account, avatar=None, at_ms=72)),
    ("warned", warnings.messages_sent, lambda account, _: _message(account)),
    ("acknowledged", warnings.messages_acknowledged, lambda account, _: events.MessageAcknowledged(
        account=account, message="w1")),
    ("self-excluded", leaving.self_excluded, lambda account, _: outside.SelfExcluded(
        account=account, until_ms=None)),
    ("chips", client_updates.chips_changed, lambda account, _: wallet.ChipsChanged(
        chips={account: 1}, seqs={account: 81})),
    ("words", chat.settings_changed, lambda _, __: orders.SettingChanged(
        name="chat_words", value=["a"], seq=91)),
    ("other words", chat.settings_changed, lambda _, __: orders.SettingChanged(
        name="chat_words", value=["b"], seq=92)),
)  # fmt: skip
NAMES = [name for name, _, _ in FACTS]
LIFTED = NAMES.index("standing: in")
KEPT = (schema.standings, schema.watched, schema.staff, schema.chat_bans, schema.warnings, schema.word_lists)
PERSONAL = (schema.watched, schema.staff, schema.chat_bans, schema.warnings, schema.photos)
"""What an erasure takes: standings are kept by the id alone."""


def hear(lobby: LocalLobby, account: str, *indices: int) -> None:
    for index in indices:
        _, use_case, event = FACTS[index]
        lobby.deliver(use_case, event(account, lobby.now_ms))


def state(lobby: LocalLobby, who: Here) -> dict[str, Any]:
    """Everything that the lobby keeps of these facts, and whether the session goes on."""
    kept = {table.name: sorted(tuple(row) for row in lobby.rows(table)) for table in KEPT}
    (player,) = [dict(row._mapping) for row in lobby.rows(schema.players) if row.account == who.account]
    seats = {"gateway", "conn", "handover_until_ms", "login_at_ms"}
    session = [(row.ended, row.staff and row.ended is None) for row in lobby.rows(schema.sessions)]
    return kept | {"player": {key: value for key, value in player.items() if key not in seats}, "session": session}


@pytest.fixture
def fresh(sqlite_lobby: LocalLobby) -> Iterator[Callable[[], Here]]:
    """Empties the lobby and lets one player in, at the same moment each time."""

    def enter() -> Here:
        sqlite_lobby.wipe()
        (ana,) = sqlite_lobby.enter_one_by_one(["Ana"], "g1")
        return ana

    yield enter


def ends(lobby: LocalLobby, enter: Callable[[], Here], indices: Sequence[int]) -> dict[str, Any]:
    who = enter()
    hear(lobby, who.account, *indices)
    found = state(lobby, who)
    if LIFTED in indices:  # a suspension whose end is known first ends no session
        found.pop("session"), found["player"].pop("status"), found["player"].pop("seen_at_ms")
    return decode(encode(found).replace(who.account.encode(), b"ana"))  # type: ignore[no-any-return]


@pytest.mark.parametrize("first", range(len(FACTS)), ids=lambda index: NAMES[index])
def test_any_two_facts_end_alike_in_both_orders_and_repeated(
    sqlite_lobby: LocalLobby, fresh: Callable[[], Here], first: int
) -> None:
    for second in range(first + 1, len(FACTS)):
        right = ends(sqlite_lobby, fresh, (first, second))
        for order in ((second, first), (first, second, first), (second, first, second), (first, first, second, second)):
            assert ends(sqlite_lobby, fresh, order) == right, (NAMES[first], NAMES[second], order)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_many_facts_end_alike_in_any_order(sqlite_lobby: LocalLobby, data: st.DataObject) -> None:
    chosen = data.draw(st.lists(st.integers(0, len(FACTS) - 1), min_size=3, max_size=8, unique=True))
    repeated = data.draw(st.lists(st.sampled_from(chosen), max_size=4))
    order = data.draw(st.permutations(chosen + repeated))

    def enter() -> Here:
        sqlite_lobby.wipe()
        return sqlite_lobby.enter_one_by_one(["Ana"], "g1")[0]

    assert ends(sqlite_lobby, enter, order) == ends(sqlite_lobby, enter, sorted(chosen))


@pytest.mark.parametrize("index", range(len(FACTS)), ids=lambda index: NAMES[index])
def test_a_fact_that_comes_after_the_erasure_brings_nothing_back(lobby: LocalLobby, index: int) -> None:
    (ana,) = lobby.enter("Ana")
    erased = lobby.ask(privacy.OrderErasure(account=ana.account, by="operator"))
    assert isinstance(erased, privacy.Erasure)
    before = state(lobby, ana)
    hear(lobby, ana.account, index)
    after = state(lobby, ana)
    for kept in ("standings", "word_lists"):  # by the id alone, and of no account
        before.pop(kept), after.pop(kept)
    assert after == before


@pytest.mark.parametrize("index", range(len(FACTS)), ids=lambda index: NAMES[index])
def test_an_erasure_leaves_nothing_of_a_fact_that_came_before(lobby: LocalLobby, index: int) -> None:
    (ana,) = lobby.enter("Ana")
    hear(lobby, ana.account, index)
    assert isinstance(lobby.ask(privacy.OrderErasure(account=ana.account, by="operator")), privacy.Erasure)
    for table in PERSONAL:
        assert lobby.rows(table) == [], table.name
    (player,) = lobby.rows(schema.players)
    assert (player.elo, player.quintile, player.avatar, player.photo) == (None, None, None, None)
    assert (player.yellow_cards, player.blue_cards) == (0, 0)


def test_a_late_event_of_a_lifted_suspension_ends_no_later_session(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    suspended, lifted = NAMES.index("standing: out"), NAMES.index("standing: in")
    hear(lobby, ana.account, suspended, lifted)
    lobby.wait(1)
    session = lobby.log_in("Ana")
    assert isinstance(session, contract.Session)
    hear(lobby, ana.account, suspended)
    assert not isinstance(lobby.ask(contract.WhoIs(token=session.token)), Refusal)


def test_an_older_mute_stays_ended_after_the_end_of_the_mute_was_cleared_away(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    mute, ended = NAMES.index("mute"), NAMES.index("no mute")
    hear(lobby, ana.account, ended)
    lobby.wait(2 * 3_600_000)
    lobby.ports.run(expiry.purge)
    hear(lobby, ana.account, mute)
    assert not isinstance(lobby.say(ana, "hello"), Refusal)
