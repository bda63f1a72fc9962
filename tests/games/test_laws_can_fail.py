"""Each law is broken by a game that breaks it: tic tac toe with one thing wrong, and cards that are not kept secret."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from games import api
from games.tictactoe import GAMES
from games.tictactoe.moves import Place
from services.kernel.refusal import Refusal
from services.kernel.strength import STRONG, Strength
from tests.conformance.games.tictactoe import situations
from tests.games import highcard, laws
from tests.games.seeded_matches import Case

(good,) = GAMES
replace = msgspec.structs.replace
CORNER = Place(1, 1)


class TicTacToe:
    """The good game, for what a subclass does not do otherwise."""

    def __getattr__(self, name: str) -> Any:
        return getattr(good, name)


class NoRules(TicTacToe):
    rules = 0


class TakesAnyOption(TicTacToe):
    def options(self, raw: Any, frozen: Any) -> Any:
        return good.options({}, {})


class LetsAnySeatPlace(TicTacToe):
    def check(self, state: Any, seat: int, move: Any) -> Refusal | None:
        return good.check(state, seat if state.turn is None else state.turn, move)


class RefusesACorner(TicTacToe):
    def check(self, state: Any, seat: int, move: Any) -> Refusal | None:
        return Refusal("no_corner") if move == CORNER else good.check(state, seat, move)


class ListsNothing(TicTacToe):
    def legal(self, state: Any, seat: int) -> Any:
        return iter(())


class PlaysOnAfterTheEnd(TicTacToe):
    def check(self, state: Any, seat: int, move: Any) -> Refusal | None:
        return None if state.over else good.check(state, seat, move)


class WritesColumnsAsRows(TicTacToe):
    def write(self, move: Any) -> dict[str, Any]:
        return {"move": "place", "row": move.col, "col": move.row}


class ShowsAList(TicTacToe):
    def view(self, state: Any, viewer: Any) -> Any:
        seen = good.view(state, viewer)
        return replace(seen, board=list(seen.board))


class RemembersWhatItDid(TicTacToe):
    def __init__(self) -> None:
        self.applied = 0

    def apply(self, state: Any, actor: Any, action: Any) -> Any:
        self.applied += 1
        return replace(good.apply(state, actor, action), last=self.applied % 9)


class TellsASet(TicTacToe):
    def event(self, *event: Any) -> Any:
        return api.GameEvent("place", {"cells": {1, 2}})


class MarksTakenCells(TicTacToe):
    def bot(
        self,
        view: Any,
        rng: Any,
        strength: Strength = STRONG,
        history: Sequence[api.GameEvent] = (),
        scale: float = 1.0,
    ) -> Any:
        return CORNER


class NobodyWins(TicTacToe):
    def next(self, state: Any) -> Any:
        return api.Over(api.Result((2, 2), (0, 0), "lost")) if state.over else good.next(state)


class ForgetsHands(TicTacToe):
    def progress(self, state: Any) -> Any:
        marks = (state.x | state.o).bit_count()
        return replace(good.progress(state), hand=9 - marks)


class MarksTheOldBoard(TicTacToe):
    def apply(self, state: Any, actor: Any, action: Any) -> Any:
        after = good.apply(state, actor, action)
        msgspec.structs.force_setattr(state, "last", after.last)
        return after


class TripsOverLists(TicTacToe):
    def parse(self, raw: Any) -> Any:
        return good.parse(raw) if {raw.get("move")} else None


class PlaysACornerInTime(TicTacToe):
    def timed_out(self, state: Any, seat: int) -> Any:
        return (CORNER,)


BROKEN = [
    (laws.its_shape_is_whole, NoRules),
    (laws.options_are_read_or_refused, TakesAnyOption),
    (laws.check_agrees_with_legal, LetsAnySeatPlace),
    (laws.check_agrees_with_legal, RefusesACorner),
    (laws.what_is_played_was_listed, ListsNothing),
    (laws.who_has_no_turn_may_not_move, PlaysOnAfterTheEnd),
    (laws.moves_are_read_as_they_were_written, WritesColumnsAsRows),
    (laws.everything_survives_json, ShowsAList),
    (laws.a_log_replays_alike, RemembersWhatItDid),
    (laws.look_alike_worlds_answer_alike, highcard.TalkativeHighCard),
    (laws.look_alike_worlds_answer_alike, highcard.StrictHighCard),
    (laws.look_alike_worlds_have_one_history, highcard.GossipingHighCard),
    (laws.look_alike_worlds_have_one_history, highcard.GuessingHighCard),
    (laws.what_is_told_is_plain, TellsASet),
    (laws.bots_move_legally, MarksTakenCells),
    (laws.bots_play_to_the_end, MarksTakenCells),
    (laws.bots_do_not_move_for_others, MarksTakenCells),
    (laws.results_are_whole, NobodyWins),
    (laws.progress_only_grows, ForgetsHands),
    (laws.apply_leaves_the_old_state_alone, MarksTheOldBoard),
    (laws.what_time_plays_is_legal, PlaysACornerInTime),
]


@pytest.mark.parametrize(("law", "broken"), BROKEN, ids=lambda each: each.__name__)
def test_a_game_that_breaks_the_law_is_found_out(law: laws.Law, broken: Any) -> None:
    with pytest.raises(AssertionError):
        law(Case(broken()))


def test_a_game_that_trips_over_garbage_is_found_out() -> None:
    with pytest.raises(TypeError):
        laws.garbage_is_refused(Case(TripsOverLists()))


def test_a_situation_that_leaves_something_out_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    write = situations.write
    monkeypatch.setattr(situations, "write", lambda state: {**write(state), "last": None})
    with pytest.raises(AssertionError):
        laws.every_moment_can_be_written_down(Case(good))


def test_every_law_is_shown_to_fail() -> None:
    beside = {laws.garbage_is_refused, laws.every_moment_can_be_written_down}
    assert {law for law, _ in BROKEN} | beside == set(laws.LAWS)


def test_a_game_that_keeps_its_cards_secret_passes() -> None:
    laws.look_alike_worlds_answer_alike(Case(highcard.HighCard()))
    laws.look_alike_worlds_have_one_history(Case(highcard.HighCard()))
