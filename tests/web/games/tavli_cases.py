"""What the engine says about turns of tavli, for the client's tests: `python -m tests.web.games.tavli_cases` writes it.

The client works out by itself where a checker may go, so that nothing waits for the network; these cases keep it to
the engine's rules (games/tavli/RULES.md §6–§10).
"""

from random import Random
from typing import Any, cast

import msgspec

from games.api import Draw, Drawn, Elapsed
from games.tavli import GAMES
from games.tavli.rules import turn_of
from games.tavli.state import State
from services.kernel.refusal import Refusal
from tests.conformance import situation as read
from tests.conformance.previews import preview_of
from tests.web.site import WEB

GAME = GAMES[0]
PATH = WEB / "src" / "games" / "tavli" / "cases.json"
EACH = 22
"""Cases of one variant and kind."""
SEALED = ({"23": 1, "22": 6, "21": 1, "20": 1, "19": 1, "18": 4, "11": 1}, {"24": 14, "12": 1})
"""Fevga: the second seat cannot move."""
SEALED_DICE = ((3, 1), (4, 3), (5, 2), (6, 5), (1, 1), (2, 2))


def cases() -> list[dict[str, Any]]:
    """Turns that were met while playing at random, those without much choice as often as the rest."""
    random = Random(2)
    found: list[dict[str, Any]] = []
    for variant in ("portes", "plakoto", "fevga"):
        wanted = {"plain": EACH, "tight": EACH}
        for state in _played(variant, random):
            kind = "tight" if state.max_dice < _dice(state) or turn_of(state).accepted is not None else "plain"
            if not wanted[kind] or (kind == "plain" and random.random() < 0.9):
                continue
            wanted[kind] -= 1
            found.append(_case(state, random))
            if not any(wanted.values()):
                break
    return found + [_case(_sealed(dice), random) for dice in SEALED_DICE]


def _sealed(dice: tuple[int, int]) -> State:
    """The seat in turn has sealed the other."""
    data = {"turn": 0, "dice": dice, "checkers": SEALED, "variant_now": "fevga"}
    moment = read(GAME.id, {"variant": "fevga", "target": 1}, data)
    assert not isinstance(moment, Refusal), moment
    return cast(State, moment.state)


def _dice(state: State) -> int:
    return 4 if len(set(state.dice)) == 1 else 2


def _played(variant: str, random: Random) -> Any:
    """Every decision of endless random play."""
    options = GAME.options({"variant": variant, "target": 13}, {})
    while True:
        state = GAME.start(options)  # type: ignore[arg-type]
        while not state.over:
            asked = GAME.next(state)
            if isinstance(asked, Draw):
                action: Any = Drawn(tuple(random.randint(1, 6) for _ in range(asked.n)))
                state = GAME.apply(state, None, action)
            elif state.phase == "play" and state.max_dice:
                yield state
                state = GAME.apply(state, state.turn, _play(state, random))
            else:
                state = GAME.apply(state, None, Elapsed(state.number))


def _play(state: State, random: Random) -> Any:
    return random.choice(list(GAME.legal(state, state.turn))[1:])  # type: ignore[arg-type]


def _case(state: State, random: Random) -> dict[str, Any]:
    """A view's fields, a draft, and what the engine answers to it and to tries that go on from it."""
    seat = _turn(state)
    view = GAME.view(state, seat)
    whole = GAME.write(_play(state, random))["steps"]
    steps = whole[: random.randint(0, len(whole))]
    answer = preview_of(GAME, view, {"steps": steps})
    return {
        "variant_now": view.variant_now,
        "turn": seat,
        "dice": view.dice,
        "max_dice": view.max_dice,
        "checkers": view.checkers,
        "pinned": view.pinned,
        "steps": steps,
        "then": answer,
        "refused": _refusals(state, steps, random),
    }


def _refusals(state: State, steps: list[Any], random: Random) -> list[list[Any]]:
    """Some next steps that are refused, each with its code: the first of each code, in any order of trying."""
    view = GAME.view(state, _turn(state))
    tries = [(source, die) for source in (25, *range(1, 25)) for die in {*state.dice, 5}]
    random.shuffle(tries)
    found: dict[str, list[Any]] = {}
    for source, die in tries:
        step = [source if source < 25 else "bar", source - die if source > die else "off"]
        code = preview_of(GAME, view, {"steps": [*steps, step]}).get("error") or _whole(state, [*steps, step])
        if code is not None:
            found.setdefault(code, [*step, code])
    return list(found.values())


def _whole(state: State, steps: list[Any]) -> str | None:
    """Why a play that has all its steps is not accepted."""
    refused = GAME.check(state, _turn(state), GAME.parse({"move": "play", "steps": steps}))
    return refused.error if refused is not None and len(steps) == state.max_dice else None


def _turn(state: State) -> int:
    assert state.turn is not None
    return state.turn


def text() -> str:
    """The file's content: one case a line."""
    lines = (msgspec.json.encode(case).decode() for case in cases())
    return "[\n" + ",\n".join(lines) + "\n]\n"


if __name__ == "__main__":
    PATH.write_text(text())
