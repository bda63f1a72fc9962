"""What the laws are tried with: moves, garbage, logs, and worlds that look alike."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Any

import msgspec

from games import api
from tests.games.seeded_matches import LEGAL_LISTED, Case, Chance, Step, any_legal, encode, match, some_states

JUNK: tuple[Any, ...] = (None, True, -1, 0, 10**30, 1.5, "", "x", "1", [], [None], {}, {"a": [1]})


def probes(case: Case, count: int = 60) -> list[Any]:
    """Different moves that were legal at some time in some match."""
    found = _found(case)
    return found[:: max(1, len(found) // count)]


@cache
def _found(case: Case) -> list[Any]:
    return list({encode(case.game.write(move)): move for move in _moves(case)}.values())


def _moves(case: Case) -> Iterator[Any]:
    for state in some_states(case, 40):
        for seat in case.seats():
            yield from islice(case.game.legal(state, seat), 20)


def garbage(case: Case) -> list[dict[str, Any]]:
    """Moves that are wrong in one place, and worse."""
    raws: list[dict[str, Any]] = [{}, *({"move": junk} for junk in JUNK)]
    for move in probes(case, 8):
        written = case.game.write(move)
        for name in written:
            raws += [written | {name: junk} for junk in JUNK]
            raws.append({key: value for key, value in written.items() if key != name})
    return raws


def unreadable(case: Case) -> list[Any]:
    """Of those, what the game cannot read."""
    moves = different(map(case.game.parse, garbage(case)))
    return [move for move in moves if isinstance(move, api.Unreadable)][:40]


def different(moves: Iterable[Any]) -> list[Any]:
    """Each once: much garbage is read as the same nothing."""
    return list({repr(move): move for move in moves}.values())


def logged(case: Case, action: Any) -> bytes:
    """An action as a line of a log."""
    plain = (
        case.game.write(action) if not isinstance(action, api.Action) else msgspec.to_builtins(action, str_keys=True)
    )
    return encode(plain)


def unlogged(case: Case, line: bytes) -> Any:
    """The inverse of `logged`."""
    raw = msgspec.json.decode(line)
    return case.game.parse(raw) if "move" in raw else msgspec.convert(raw, api.Action, str_keys=True)


def answers(case: Case, state: Any, seat: int, moves: list[Any]) -> bytes:
    """All that a seat can learn by asking."""
    legal = [case.game.write(move) for move in islice(case.game.legal(state, seat), LEGAL_LISTED)]
    return encode([[case.game.check(state, seat, move) for move in moves], legal])


def look_alikes(case: Case) -> list[Any]:
    """States of a match, some of them once more from JSON, and of the same match with two pieces of each deal
    exchanged, as far as it can be played in the same way."""
    worlds = [step.after for step in match(case, 0, any_legal)[:100]]
    worlds += [msgspec.json.decode(encode(state), type=case.game.state_type) for state in worlds[::4]]
    steps = match(case, 0, any_legal)
    for place, step in list(enumerate(steps))[:100]:
        if isinstance(step.action, api.Drawn) and step.waited.kind == "shuffle":
            for seed in range(20):
                others = other_world(case, steps[place:][:30], Chance("other world", place, seed))
                worlds += [step.after for step in others]
    return worlds


def other_world(case: Case, steps: tuple[Step, ...], chance: Chance) -> Iterator[Step]:
    """The same steps with two pieces of the first one's deal exchanged, as far as they can be."""
    values = list(steps[0].action.values)
    one, other = chance.below(len(values)), chance.below(len(values))
    values[one], values[other] = values[other], values[one]
    state = steps[0].before
    for step in (steps[0]._replace(action=api.Drawn(tuple(values))), *steps[1:]):
        if step.actor is None and case.game.next(state) != step.waited:
            return
        if step.actor is not None and case.game.check(state, step.actor, step.action) is not None:
            return
        before, state = state, case.game.apply(state, step.actor, step.action)
        yield step._replace(before=before, after=state)
