"""Views, events and the computer guest (games/baccarat/RULES.md §12)."""

import msgspec
import pytest

from games import api
from games.baccarat.moves import Bet, Done, text
from games.baccarat.state import Entry
from tests.conformance.previews import preview_of
from tests.games.baccarat.tables import (
    VIEWERS,
    banked,
    bet,
    dealt,
    elapsed,
    game,
    held,
    moved,
    played,
    sat,
    started,
)
from tests.games.seeded_matches import Chance

BANKER_WINS = "Ac 9h 6c 3h Kc 4h"


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_order_of_the_shoe_is_hidden_from_all_viewers(viewer) -> None:
    one = bet(started(f"{BANKER_WINS} 5c 5d"), 0, banker=200)
    other = bet(started(f"{BANKER_WINS} 5d 5c"), 0, banker=200)
    assert one != other
    assert game.view(one, viewer) == game.view(other, viewer)
    assert game.view(elapsed(held(one), 3), viewer) == game.view(elapsed(held(other), 3), viewer)


def test_burnt_cards_after_the_first_are_hidden() -> None:
    assert game.view(started("3c 9h 8s"), 0) == game.view(started("3c 8s 9h"), 0)


def test_chips_limits_and_results_are_seen_by_their_owner_alone() -> None:
    one, other = (played(bet(sat(started(BANKER_WINS), 2, chips), 2, banker=200)) for chips in (500, 90_000))
    for viewer in VIEWERS:
        same = game.view(one, viewer) == game.view(other, viewer)
        assert same == (viewer != 2)
    seen = game.view(one, 2).own
    assert seen is not None and (seen.chips, seen.net_round, seen.net_session) == (690, 190, 190)


def test_the_code_of_a_refused_set_is_sent_to_its_owner_alone() -> None:
    state = elapsed(bet(bet(started(BANKER_WINS, guests={0: 500, 1: 500}), 0, banker=200), 1, banker=200))
    state = banked(state, seat_0="insufficient_chips")
    own = game.view(state, 0).own
    assert own is not None and own.dropped == "insufficient_chips"
    assert b"insufficient_chips" not in msgspec.json.encode([game.view(state, each) for each in VIEWERS if each != 0])
    assert bet_is_forgotten(state)


def bet_is_forgotten(state) -> bool:
    return game.view(state, 1).stakes == {"1": {"banker": 200}}


def test_the_result_is_shown_when_the_last_card_lies_there() -> None:
    state = held(bet(started("Ac 9h Kc 2h Qd As 4h 3c", "fortune_six"), 0, banker=200))
    while state.phase != "settling":
        assert game.view(state, 0).result is None
        state = elapsed(state)
    assert game.view(state, 0).result == Entry("banker", (4, 6), six=3)


def test_events_reveal_one_card_after_another() -> None:
    state = held(bet(started("Ac 9h Kc 2h Qd As 4h 3c"), 0, banker=200))
    told = []
    while state.phase != "settling":
        before, action = state, api.Elapsed(state.number)
        state = game.apply(before, None, action)
        event = game.event(before, None, action, state, "public")
        told.append((event.kind, event.data.get("hand"), event.data.get("card")))
    assert told == [
        ("card", "player", "Kc"),
        ("card", "banker", "2h"),
        ("card", "player", "Qd"),
        ("card", "banker", "As"),
        ("card", "player", "4h"),
        ("card", "banker", "3c"),
        ("result", None, None),
    ]


def test_a_draft_is_summed_up_with_the_code_it_would_be_refused_with() -> None:
    view = game.view(started(), 0)
    assert preview_of(game, view, {"stakes": {"banker": 200, "tie": 20}}) == {"total": 220, "warning": None}
    assert preview_of(game, view, {"stakes": {"banker": 100}}) == {"total": 100, "warning": "bet_below_minimum"}
    assert preview_of(game, view, {"stakes": {"banker": 5_000}}) == {"total": 5_000, "warning": "insufficient_chips"}
    assert preview_of(game, view, {"stakes": 5}) == {} == preview_of(game, game.view(started(), 3), {"stakes": {}})
    closed = game.view(held(bet(started(), 0, banker=200)), 0)
    assert preview_of(game, closed, {"stakes": {}}) == {"total": 0, "warning": "bets_closed"}


def test_moves_are_written_as_people_do() -> None:
    assert text(Bet({"banker": 300, "tie": 20})) == "bet banker=300 tie=20"
    assert text(Done()) == "done"


# --- the computer guest ---


def bot(state, seat: int = 0):
    return game.bot(game.view(state, seat), Chance(0))


def test_the_computer_guest_begins_with_banker_and_is_done() -> None:
    state = started()
    assert bot(state) == Bet({"banker": 200})
    state = bet(state, 0, banker=200)
    assert bot(state) == Done()
    both = sat(state, 1)
    assert bot(moved(both, 0, "done")) is None
    assert bot(state, 5) is None and bot(held(state)) is None


def test_it_follows_the_winner_of_the_last_decided_round() -> None:
    state = played(bet(started("Ac 9h 9c 8d Kc Kd  6c 6d Kh Ks"), 0, player=200))
    assert bot(state) == Bet({"player": 200})
    tied = banked(dealt(held(bet(state, 0, banker=200))))
    assert tied.history[-1].winner == "tie" and bot(elapsed(tied)) == Bet({"player": 200})


def test_it_lays_on_the_tie_every_tenth_round_and_nothing_without_chips() -> None:
    state = msgspec.structs.replace(started(), round=10)
    assert bot(state) == Bet({"banker": 200, "tie": 20})
    assert bot(started(guests={0: 199})) == Done()
