"""Views, events and previews, row by row (games/tichu/RULES.md §16, §18)."""

from typing import Any

import msgspec
import pytest

from games.api import Drawn, Elapsed, Left
from games.tichu.state import State
from tests.conformance.previews import preview_of
from tests.games.tichu.hands import VIEWERS, at, computer, do, game, played, read, shuffled

PRIVATE = (
    "seat", "hands", "given", "received", "may_call", "may_pass", "can_play", "bombs", "duty", "duty_cards",
)  # fmt: skip


def public_part(state: State, viewer: Any) -> bytes:
    data = msgspec.to_builtins(game.view(state, viewer))
    private = (*PRIVATE, "calls") if state.phase == "grand" else PRIVATE
    return msgspec.json.encode({name: value for name, value in data.items() if name not in private})


@pytest.mark.parametrize("seed", range(2))
def test_views_differ_in_their_viewers_own_rows_alone(seed: int) -> None:
    for state in played(("views", seed), hands=1):
        assert len({public_part(state, viewer) for viewer in VIEWERS}) == 1


def start() -> State:
    return game.apply(game.start(game.options({}, {})), None, Drawn(shuffled("view")))


def exchanging() -> State:
    state = do(start(), 1, "grand_tichu", call=True)
    for seat in (0, 2, 3):
        state = do(state, seat, "grand_tichu", call=False)
    return state


def gift(state: State, seat: int) -> dict[str, str]:
    held = game.view(state, seat).hands[str(seat)]
    return dict(zip(("next", "partner", "prev"), held, strict=False))


def test_a_seat_sees_its_own_cards_and_no_others() -> None:
    state = start()
    assert [list(game.view(state, seat).hands) for seat in range(4)] == [["0"], ["1"], ["2"], ["3"]]
    assert game.view(state, "public").hands == {} and len(game.view(state, "open").hands) == 4
    assert game.view(state, "public").counts == (8, 8, 8, 8)


def test_a_grand_tichu_is_sealed_until_all_have_decided() -> None:
    state = do(start(), 1, "grand_tichu", call=True)
    assert game.view(state, 1).calls[1] == "grand"
    for viewer in (0, 2, 3, "public"):
        assert game.view(state, viewer).calls == (None,) * 4
        assert game.view(state, viewer).answered == (False, True, False, False)
    assert game.view(exchanging(), "public").calls == (None, "grand", None, None)


def test_gifts_are_sealed_and_afterwards_known_to_giver_and_taker_alone() -> None:
    state = exchanging()
    given = [gift(state, seat) for seat in range(4)]
    state = do(state, 2, "exchange", **given[2])
    assert game.view(state, 2).given["2"].next == given[2]["next"] and game.view(state, 2).received == {}
    assert game.view(state, 1).given == {} and game.view(state, "public").answered == (False, False, True, False)
    for seat in (0, 1, 3):
        state = do(state, seat, "exchange", **given[seat])
    received = game.view(state, 0).received["0"]
    assert (received.next, received.partner, received.prev) == (
        given[1]["prev"],
        given[2]["partner"],
        given[3]["next"],
    )
    assert list(game.view(state, 0).received) == ["0"] and game.view(state, "public").received == {}


def test_what_may_be_played_is_its_own_seats_affair() -> None:
    bomb = "7j 7s 7p 7t"
    state = at(["8j 9s", f"{bomb} 2s", "3j 3s 3p 4t", "6j"], top=(3, "5j"), wish="8")
    assert game.view(state, 0).duty and game.view(state, 0).duty_cards == ("8j",)
    assert game.view(state, 1).bombs == (tuple(bomb.split()),) and not game.view(state, 1).duty
    for viewer in (2, 3, "public"):
        view = game.view(state, viewer)
        assert (view.bombs, view.duty, view.duty_cards, view.can_play) == ((), False, (), False)
        assert view.may_bomb == (1, 2) and view.wish == "8"


def test_older_tricks_and_piles_are_hidden_until_the_hand_is_scored() -> None:
    state = at(["2j", "3j", "4j", "5j"], piles=[["Kj"], ["Ks"], [], []])
    for viewer in VIEWERS:
        text = msgspec.json.encode(game.view(state, viewer)).decode()
        assert "Kj" not in text and "Ks" not in text


def test_the_scored_hand_is_seen_by_all_line_by_line() -> None:
    state = at(
        ["", "", "Kj", "7j 5s"], turn=2, out=[0, 1], piles=[["Ts"], [], [], ["PHX"]], calls=["tichu", None, None, None]
    )
    after = do(state, 2, "play", cards="Kj")
    for viewer in VIEWERS:
        view = game.view(after, viewer)
        assert view.last_hand is not None and view.last_hand.last_hand == ("5s", "7j")
        assert [(line.item, line.seat, line.team, line.points) for line in view.last_hand.lines] == [
            ("pile", 0, 0, 10),
            ("pile", 1, 1, 0),
            ("pile", 2, 0, 10),
            ("last_pile", 3, 0, -25),
            ("last_hand", 3, 0, 5),
            ("tichu", 0, 0, 100),
        ]
        assert (view.scores[0].points, view.scores[0].first, view.totals) == ((100, 0), 0, (100, 0))
        assert view.last_trick is not None and view.last_trick.plays[0].cards == ("Kj",)


def told(before: State, seat: int | None, action: Any, viewer: Any) -> Any:
    found = game.event(before, seat, action, game.apply(before, seat, action), viewer)
    return found.kind, found.data


def test_events_of_sealed_decisions_do_not_have_the_decision() -> None:
    state = start()
    call = read("grand_tichu", call=True)
    assert told(state, 1, call, 1) == ("decided", {"seat": 1, "call": True})
    assert told(state, 1, call, 0) == told(state, 1, call, "public") == ("decided", {"seat": 1})
    state = exchanging()
    move = read("exchange", **gift(state, 3))
    assert told(state, 3, move, 3) == ("given", {"seat": 3, **gift(state, 3)})
    assert told(state, 3, move, 1) == ("given", {"seat": 3})


def test_the_event_of_a_play_has_its_combination_for_every_viewer() -> None:
    state = at(["5j 6s 7p 8t PHX", "3j", "4j", "2j"])
    play = read("play", cards="5j 6s 7p 8t PHX", phx_as="4")
    kind, data = told(state, 0, play, "public")
    assert kind == "play" and (data["type"], data["rank"], data["phx_as"], data["place"]) == ("straight", 8, "4", 1)
    assert told(state, 0, play, 1) == told(state, 0, play, "open") == (kind, data)


def test_the_event_of_the_windows_end_has_the_seat_that_takes_the_trick() -> None:
    state = at(["2s 3s", "3j 4s 5s 6s", "4j", "2j"], phase="window", turn=None, top=(0, "DRG"))
    assert told(state, None, Elapsed(state.number), 2) == ("trick", {"owner": 0, "dragon": True, "turn": 0})
    assert told(state, None, Left(1), 2) == ("left", {"seat": 1})


# --- preview ---


def preview(state: State, seat: int, cards: str, **given: Any) -> dict[str, Any]:
    return preview_of(game, game.view(state, seat), {"cards": cards.split(), **given})


def test_chosen_cards_are_named_with_both_readings_and_what_stands_against_them() -> None:
    state = at(["5j 6s 7p 8t PHX MJ", "3j", "4j", "2j"], top=(3, "4p 5s 6t 7j 8s"))
    shown = preview(state, 0, "5j 6s 7p 8t PHX")
    assert (shown["type"], shown["length"], shown["error"], shown["bomb"]) == ("straight", 5, None, False)
    assert shown["readings"] == [{"rank": 9.0, "phx_as": "9"}, {"rank": 8.0, "phx_as": "4"}]
    assert preview(state, 0, "5j 6s 7p 8t PHX", phx_as="4")["error"] == "too_low"
    assert preview(state, 0, "MJ")["wish"] and preview(state, 0, "MJ")["error"] == "wrong_combination"
    assert preview(state, 0, "5j 6s")["type"] is None
    assert preview(state, 0, "9j")["error"] == "card_not_in_hand"
    assert preview(state, 1, "3j")["error"] == "not_your_turn"


@pytest.mark.parametrize("seed", range(2))
def test_hints_may_all_be_played(seed: int) -> None:
    for state in played(("hints", seed), computer, hands=1):
        if state.phase == "play" and state.turn is not None:
            hints = preview_of(game, game.view(state, state.turn), {"hints": True})["plays"]
            assert hints or game.view(state, state.turn).may_pass
            assert all(game.check(state, state.turn, read("play", cards=cards)) is None for cards in hints)


def test_there_is_nothing_to_preview_without_cards_or_turns() -> None:
    assert preview_of(game, game.view(start(), 0), {"cards": ["2j"]}) == {}
    assert preview_of(game, game.view(at(["2j", "3j", "4j", "5j"]), "public"), {"cards": ["2j"]}) == {}
    assert preview_of(game, game.view(at(["2j", "3j", "4j", "5j"]), 1), {"hints": True}) == {"plays": []}
    assert preview_of(game, game.view(at(["2j", "3j", "4j", "5j"]), 1), {"cards": 5}) == {}
