"""What of the public events a player may follow: what is about them, or about nobody; never what is about money."""

from typing import Any

import msgspec
import pytest

from services.contracts.partners.public_events import EVERYBODY, PUBLIC_EVENTS, TOPICS_OF_PLAYERS, PublicEvent

FOR_PARTNERS = {
    "lobby.registered": "new accounts are nobody else's affair",
    "tables.table_done": "its reason may be about one player's chips",
    "tournaments.prizes_asked": "chips of all who take part",
    "wallet.match_settled": "chips of all who played",
    "wallet.match_corrected": "chips of all who played",
    "wallet.board_prizes_paid": "why a prize could not be paid is a player's own affair",
}


def test_of_every_public_event_is_decided_whether_players_may_follow_it() -> None:
    assert PUBLIC_EVENTS.keys() - TOPICS_OF_PLAYERS == FOR_PARTNERS.keys()


@pytest.mark.parametrize(
    "event", [PUBLIC_EVENTS[topic] for topic in sorted(TOPICS_OF_PLAYERS)], ids=lambda it: it.topic
)
def test_an_event_is_shown_to_the_players_that_it_names(event: PublicEvent) -> None:
    assert event.players == EVERYBODY or event.players in event.fields
    data: dict[str, Any] = {"match": "m-1", event.players: ["a-ann", None, "a-bob"]}
    if event.players == "changes":
        data["changes"] = [{"account": each, "delta": 1} for each in ("a-ann", "a-bob")]
        assert event.shown_to("a-ann", data) == {"match": "m-1", "changes": [{"account": "a-ann", "delta": 1}]}
    else:
        assert event.shown_to("a-ann", data) == data
    assert (event.shown_to("a-eve", data) is not None) == (event.players == EVERYBODY)


@pytest.mark.parametrize("topic", sorted(FOR_PARTNERS))
def test_what_is_for_partners_is_shown_to_no_player(topic: str) -> None:
    data = {name: ["a-ann"] for name in PUBLIC_EVENTS[topic].fields}
    assert PUBLIC_EVENTS[topic].shown_to("a-ann", data) is None


def test_the_lines_that_are_cut_to_the_own_one_name_an_account() -> None:
    for topic in ("ranking.rated", "ranking.quintiles_changed"):
        (changes,) = [field for field in msgspec.structs.fields(PUBLIC_EVENTS[topic].kind) if field.name == "changes"]
        assert "account" in changes.type.__args__[0].__struct_fields__
