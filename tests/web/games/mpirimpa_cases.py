"""What the engine says about plays of mpirimpa, for the client's tests: `python -m tests.web.games.mpirimpa_cases`
writes it
(games/mpirimpa/RULES.md §6, §7)."""

from random import Random
from typing import Any

import msgspec

from games import registry
from tests.conformance.previews import preview_of
from tests.web.games import meld_cases
from tests.web.games.meld_cases import Case
from tests.web.site import WEB

PATH = WEB / "src" / "games" / "mpirimpa" / "cases.json"
KINDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("mpirimpa", {"seats": 2}),
    ("mpirimpa", {"seats": 4, "columns": True}),
    ("mpirimpa_pro", {"seats": 2}),
)
TARGET = {"target_score": 1505}
SEEN = ("seat", "own_hand", "melds", "trump", "columns", "pot_taken")


def cases() -> list[Case]:
    """Moments and plays of each kind of table, and piles of Pro."""
    random = Random(5)
    found = [each for game_id, how in KINDS for each in meld_cases.cases(game_id, how | TARGET, SEEN, random)]
    return [*found, *_pile_cases(random)]


def _pile_cases(random: Random) -> list[Case]:
    """Pro: the pile taken with plays in thought; `pile`, `plays`, and what the engine answers."""
    game, found = registry.game("mpirimpa_pro"), list[Case]()
    codes = {None: 4, "pile_not_justified": 2, "does_not_fit": 2, "not_consecutive": 2}
    for state in meld_cases.played(game, {"seats": 4} | TARGET, random):
        if state.phase != "draw" or not state.pile:
            continue
        view = game.view(state, state.turn)
        for _ in range(8):
            held = msgspec.structs.replace(view, own_hand=(*view.own_hand, *view.pile))
            plays = [meld_cases.some_play(held, random) for _ in range(random.choice((1, 1, 2)))]
            answer = preview_of(game, view, {"taking": True, "plays": plays})
            code = answer["error"]
            if codes.get(code, 0) > 0:
                codes[code] -= 1
                seen = meld_cases.fields(view, SEEN)
                found.append({**seen, "pile": view.pile, "plays": plays, "answer": _short(answer)})
        if not any(codes.values()):
            return found
    return found


def _short(answer: dict[str, Any]) -> dict[str, Any]:
    """Without what goes the way of single plays, which are tried above."""
    return {name: answer[name] for name in ("error", "own_hand") if name in answer}


def text() -> str:
    """The file's content."""
    return meld_cases.text(cases())


if __name__ == "__main__":
    PATH.write_text(text())
