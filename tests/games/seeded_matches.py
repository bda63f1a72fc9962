"""Plays matches of any game from seeds, for the laws."""

import hashlib
import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from bench.computers import frozen
from games import api, registry
from services.kernel.refusal import Refusal
from tests.games import golden

LEGAL_LISTED = 200
"""As many legal moves are looked at; a rummy hand has thousands."""
STEPS_MAX = 20_000
"""No match of any game is longer."""
CHANCE_STEPS = 1_000
"""So many steps are chosen at random at most; then computer players end the match. Where calls cost points, a match
of random calls would never come to its end."""
HOUSE_STEPS = 300
"""A house-banked table has no end: it is played to this number of steps."""
VIEWERS_BESIDE_SEATS = ("public", "open")
OF_LENGTH = ("ratings", "target", "target_score")
"""Options that say, as numbers, how far is played and for what: the engine goes no other way for another number."""

encode = msgspec.json.Encoder(order="deterministic").encode


class Chance:
    """Seeded chance, as a table gives it to computer players and draws it for games."""

    def __init__(self, *seed: object) -> None:
        self._random = random.Random(repr(seed))

    def below(self, n: int) -> int:
        """A number 0 … n − 1."""
        return self._random.randrange(n)

    def pick(self, items: Any) -> Any:
        """One of several."""
        return items[self.below(len(items))]

    def values(self, draw: api.Draw) -> tuple[int, ...]:
        """What a game asks for."""
        match draw.kind:
            case "shuffle":
                return tuple(self._random.sample(range(draw.n), draw.n))
            case "below":
                return (self.below(draw.n),)
            case "dice":
                return tuple(1 + self.below(6) for _ in range(draw.n))


class Case(NamedTuple):
    """A game with options, as JSON, with which its laws are tried."""

    game: Any
    options: str = "{}"
    frozen: str = "{}"

    def start(self) -> Any:
        """The state before any chance."""
        return self.game.start(self.chosen())

    def chosen(self) -> Any:
        """The options as the game reads them."""
        return _chosen(self)

    def seats(self) -> list[int]:
        """All seats in order."""
        return list(_seats(self))

    def viewers(self) -> list[Any]:
        """Everybody who may look."""
        return [*self.seats(), *VIEWERS_BESIDE_SEATS]

    def __str__(self) -> str:
        return f"{self.game.id} {self.options}"


@cache
def _chosen(case: Case) -> Any:
    chosen = case.game.options(json.loads(case.options), json.loads(case.frozen))
    assert not isinstance(chosen, Refusal), chosen
    return chosen


@cache
def _seats(case: Case) -> tuple[int, ...]:
    return tuple(sorted(seat for side in case.game.sides(case.chosen()) for seat in side))


class Step(NamedTuple):
    """One action of a match; `waited` is what the game waited for."""

    before: Any
    waited: Any
    actor: int | None
    action: Any
    after: Any


Chooser = Callable[[Case, Any, int, Chance], Any]


def cases() -> list[Case]:
    """Every game with the options of its golden games: those that differ in `OF_LENGTH` alone once."""
    return [case for game in registry.games() for case in _apart(cases_of(game))]


def _apart(cases: list[Case]) -> list[Case]:
    """The first of each way to play."""
    found: dict[str, Case] = {}
    for case in cases:
        found.setdefault(_way(case), case)
    return list(found.values())


def _way(case: Case) -> str:
    options = json.loads(case.options) | json.loads(case.frozen)
    return json.dumps([(name, value) for name, value in sorted(options.items()) if not _is_length(name, value)])


def _is_length(name: str, value: object) -> bool:
    return name in OF_LENGTH and not isinstance(value, str)


def cases_of(game: Any) -> list[Case]:
    """A game with the options of each of its golden games."""
    headers = [golden.read(path.read_text("utf-8")).header for path in golden.files(game.id)]
    return sorted(
        {Case(game, json.dumps(head.options), json.dumps(head.frozen)) for head in headers},
        key=lambda case: (case.options, case.frozen),
    )


def any_legal(case: Case, state: Any, seat: int, chance: Chance) -> Any:
    """One of the first legal moves; None if there is none."""
    moves = list(islice(case.game.legal(state, seat), LEGAL_LISTED))
    return chance.pick(moves) if moves else None


def bot_move(case: Case, state: Any, seat: int, chance: Chance) -> Any:
    """What a computer player wants, one that takes no time to think where there is one; None if it wants nothing."""
    quick = frozen.bot_of(case.game.id) if case.game.id in frozen.MODULES else case.game.bot
    return quick(case.game.view(state, seat), chance)


@cache
def match(case: Case, seed: int, choose: Chooser = any_legal) -> tuple[Step, ...]:
    """A whole match from a seed, all seats choosing in the same way."""
    return tuple(_steps(case, Chance(case.game.id, case.options, seed), choose))


def opening(case: Case, seed: int, count: int) -> tuple[Step, ...]:
    """The first steps of a match from a seed, with moves by chance."""
    return tuple(islice(_steps(case, Chance("opening", case.game.id, case.options, seed), any_legal), count))


@cache
def matches(case: Case) -> tuple[tuple[Step, ...], ...]:
    """Some matches with moves of every kind."""
    return tuple(match(case, seed) for seed in range(4)) + tuple(match(case, seed, bot_move) for seed in range(2))


def states(case: Case) -> Iterator[Any]:
    """The states of all those matches."""
    for steps in matches(case):
        yield case.start()
        for step in steps:
            yield step.after


def some_states(case: Case, count: int = 150) -> list[Any]:
    """Some of those states, evenly spread, for what takes long."""
    found = list(states(case))
    return found[:: max(1, len(found) // count)]


def movers(waits: Any) -> set[int]:
    """The seats that may move."""
    match waits:
        case api.Decide(due, may):
            return {each.seat for each in due} | may
        case api.Wait():
            return set(waits.may)
    return set()


def _steps(case: Case, chance: Chance, choose: Chooser) -> Iterator[Step]:
    state = case.start()
    house = case.game.house_banked
    for number in range(HOUSE_STEPS if house else STEPS_MAX):
        waited = case.game.next(state)
        if isinstance(waited, api.Over):
            return
        answer = _house_answer if house else _answer
        actor, action = answer(case, state, waited, chance, choose if number < CHANCE_STEPS else bot_move)
        after = case.game.apply(state, actor, action)
        yield Step(state, waited, actor, action, after)
        state = after
    assert house, f"{case}: no end after {STEPS_MAX} steps"


def _answer(case: Case, state: Any, waited: Any, chance: Chance, choose: Chooser) -> tuple[int | None, Any]:
    match waited:
        case api.Draw():
            return None, api.Drawn(chance.values(waited))
        case api.Wait(number):
            return _optional(case, state, waited.may, chance, choose) or (None, api.Elapsed(number))
        case api.Decide(due, may):
            seat = chance.pick(due).seat
            others = may - {each.seat for each in due}
            return _optional(case, state, others, chance, choose) or (seat, _owed(case, state, seat, chance, choose))
    raise AssertionError(f"{case}: nobody here can answer {waited}")


def _house_answer(case: Case, state: Any, waited: Any, chance: Chance, choose: Chooser) -> tuple[int | None, Any]:
    """Now and then a guest comes, is lost or goes, or a round is annulled; else what is waited for."""
    active = case.game.progress(state).active
    if not active or not chance.below(12):
        return None, _of_guests(case, active, chance)
    if isinstance(waited, api.Bank):
        refused = {seat: "insufficient_chips" for seat in waited.chips if waited.kind == "hold" and not chance.below(6)}
        return None, api.Banked(refused, {seat: _purse(chance) for seat in waited.chips})
    if isinstance(waited, api.Wait) and waited.may and chance.below(3):
        seat = chance.pick(sorted(waited.may))
        move = choose(case, state, seat, chance)
        return (None, api.Elapsed(waited.number)) if move is None else (seat, move)
    return _answer(case, state, waited, chance, choose)


def _of_guests(case: Case, active: Any, chance: Chance) -> api.Action:
    seat, kind = chance.pick(case.seats()), chance.below(10)
    if seat in active and kind < 3:
        return api.Cancelled(shoe_damaged=not chance.below(2)) if kind else api.Left(seat)
    return api.Guest(seat, seat not in active or kind < 6, _purse(chance))


def _purse(chance: Chance) -> api.Purse:
    """Poor and rich, some with limits of their own."""
    caps = {} if chance.below(3) else {"own_stake_limit": chance.pick([0, 220, 5_000])}
    return api.Purse(chance.pick([0, 150, 203, 1_000, 50_000, 200_000]), caps)


def _optional(case: Case, state: Any, may: Any, chance: Chance, choose: Chooser) -> tuple[int | None, Any] | None:
    """Now and then the move of a seat that owes none."""
    if not may or chance.below(4):
        return None
    seat = chance.pick(sorted(may))
    move = choose(case, state, seat, chance)
    return None if move is None else (seat, move)


def _owed(case: Case, state: Any, seat: int, chance: Chance, choose: Chooser) -> Any:
    move = choose(case, state, seat, chance)
    assert move is not None, f"{case}: seat {seat} owes a decision and has no move"
    return move


def digest() -> str:
    """A fingerprint of some matches of every game: all their states, and views and events of every fifth step."""
    seen = hashlib.sha256()
    for case in cases():
        for number, step in enumerate(match(case, 0)):
            seen.update(encode(step.after))
            if number % 5:
                continue
            for viewer in case.viewers():
                seen.update(encode(case.game.view(step.after, viewer)))
                seen.update(encode(case.game.event(step.before, step.actor, step.action, step.after, viewer)))
    return seen.hexdigest()
