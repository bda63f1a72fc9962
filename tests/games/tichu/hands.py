"""Moments and matches of tichu for tests."""

import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from games import api
from games.tichu import GAMES
from games.tichu.cards import DECK, mask_of_texts
from games.tichu.moves import CallTichu, GrandTichu, Move
from games.tichu.state import State
from services.kernel.refusal import Refusal
from tests import conformance
from tests.games.seeded_matches import LEGAL_LISTED, Chance

(game,) = GAMES
VIEWERS: list[Any] = [0, 1, 2, 3, "public", "open"]
Chooser = Callable[[State, int, Chance], Move]


def cards(text: str) -> int:
    """The mask of cards written with spaces between."""
    mask = mask_of_texts(text.split())
    assert mask is not None, text
    return mask


def at(hands: list[str], turn: int | None = 0, frozen: Any = None, target: int = 1000, **names: Any) -> State:
    """A moment of the play: hands by seat as texts; `top=(owner, cards)`, `phx_as`, and the rules' other names."""
    data = {"phase": "play", "turn": turn, "hands": {str(seat): hand.split() for seat, hand in enumerate(hands)}}
    if top := names.pop("top", None):
        data["trick"] = {"owner": top[0], "cards": top[1].split()}
    options = {"target": target, **(frozen or {})}
    moment = conformance.situation("tichu", options, data | names)
    assert not isinstance(moment, Refusal), moment
    return moment.state


def do(state: State, seat: int, move: str, **params: Any) -> State:
    """The state after a move that must be allowed; `play` takes its cards as one text."""
    parsed = read(move, **params)
    refused = game.check(state, seat, parsed)
    assert refused is None, f"{seat} {move} {params}: {refused}"
    return game.apply(state, seat, parsed)


def code(state: State, seat: int, move: str, **params: Any) -> str | None:
    """The code with which a move is refused; None if it is not."""
    refused = game.check(state, seat, read(move, **params))
    return refused.error if refused else None


def read(move: str, **params: Any) -> Any:
    """A move from its name and parameters."""
    if isinstance(params.get("cards"), str):
        params["cards"] = params["cards"].split()
    return game.parse({"move": move, **params})


def anything(state: State, seat: int, chance: Chance) -> Move:
    """Any of the first legal moves but calls, which would spoil every hand of one who does not know what they are."""
    moves = list(islice(game.legal(state, seat), LEGAL_LISTED))
    quiet = [move for move in moves if not isinstance(move, CallTichu | GrandTichu)]
    return chance.pick(quiet) if quiet else GrandTichu(False)


def computer(state: State, seat: int, chance: Chance) -> Move:
    """The move of the computer player, the one that thinks least."""
    move = game.bot(game.view(state, seat), chance, "easy")
    assert move is not None and game.check(state, seat, move) is None, move
    return move


def shuffled(seed: object) -> tuple[int, ...]:
    """A deck in random order."""
    return tuple(random.Random(repr(seed)).sample(range(len(DECK)), len(DECK)))


def played(
    seed: object, choose: dict[int, Chooser] | Chooser = anything, target: int = 250, hands: int | None = None
) -> Iterator[State]:
    """All states of a match, or of its first hands; seats choose by themselves, or all in one way."""
    chance = Chance(seed)
    by_seat = choose if isinstance(choose, dict) else dict.fromkeys(range(4), choose)
    state = game.start(game.options({"target": target}, {}))
    while hands is None or len(state.tallies) < hands:
        yield state
        match game.next(state):
            case api.Over():
                return
            case api.Draw() as draw:
                state = game.apply(state, None, api.Drawn(chance.values(draw)))
            case api.Wait(number, _, may):
                bombed = _bombed(state, may, by_seat, chance)
                state = bombed or game.apply(state, None, api.Elapsed(number))
            case api.Decide(due, may):
                seat = due[0].seat
                bombed = _bombed(state, may - {seat}, by_seat, chance)
                state = bombed or game.apply(state, seat, by_seat[seat](state, seat, chance))
    yield state


def _bombed(state: State, may: frozenset[int], by_seat: dict[int, Chooser], chance: Chance) -> State | None:
    """What the computer player does unasked; the others now and then bomb."""
    for seat in sorted(may):
        if by_seat[seat] is computer:
            move = game.bot(game.view(state, seat), chance, "easy")
        else:
            bombing = [move for move in islice(game.legal(state, seat), 20) if not isinstance(move, CallTichu)]
            move = chance.pick(bombing) if bombing and state.phase != "exchange" and not chance.below(3) else None
        if move is not None:
            assert game.check(state, seat, move) is None
            return game.apply(state, seat, move)
    return None
