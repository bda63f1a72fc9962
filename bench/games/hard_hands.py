"""How long the hardest single questions of the rummy games take at worst, in milliseconds of processor time.

By hand: `python -m bench.games.hard_hands`. Hands of 39 cards with every 2 and joker there is, and hands of eleven with
so many wild cards that everything fits everything. Nothing is remembered from the question before.
"""

import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from games.koumkan.hand_splits import deadwood_of
from games.koumkan.meld_rules import wild_cards
from games.koumkan.moves import GoOut
from games.mpirimpa.moves import LayMeld
from tests.conformance.previews import preview_of
from tests.games.buraco import hands as buraco
from tests.games.koumkan import hands as koumkan
from tests.games.mpirimpa import hands as mpirimpa
from tests.games.seeded_matches import Chance

NATURAL = "Ac 3c 4c 5c 7c 8c 9c Jc Qc Kc Ac Ad 3d 4d 6d 7d 9d Td Jd Kd 3h 4h 5h 8h 9h Qh As 5s 6s 7s 9s"
JOKERS_AND_TWOS = "X X X X 2c 2d 2h 2s"
ALL_TWOS = "2c 2d 2h 2s 2c 2d 2h 2s"
MELDS = [[{"cards": ["5h", "6h", "7h"]}, {"cards": ["Td", "Jd", "Qd", "Kd"]}], []]
DYNAMITIS_HANDS = (
    "3c 4c 5c 6c 7c 8c 9c Tc Jc X X",
    "3c 4c 5c 6c 7c 8c 9c Tc X X X",
    "3c 4c 5c 6c 7c 8c 9c X X X 2c",
    "Jc Jd Jh Tc Td Th Qc Qd Qh X X",
    "9c 9d 9c 9d Tc Td Tc Td X X 2c",
    "3c 4c 5c 6c 3d 4d 5d X X 2c 2d",
    "3c 3d 4c 4d 5c 5d 6c X X 2c 2d",
)
"""Of its 19 wild cards, most of them 2s and jokers, two to four; with more there is less to be found out."""
CHECK_MS = 5
TURN_MS = 50
DEADWOOD_MS = 20


class Question(NamedTuple):
    """Something asked of an engine, and how many milliseconds the answer may take."""

    name: str
    ask: Callable[[], object]
    limit_ms: float


def questions() -> list[Question]:
    """All of them."""
    mpirimpa_games = (("mpirimpa", mpirimpa.GAME), ("mpirimpa_pro", mpirimpa.PRO))
    found = [each for name, game in mpirimpa_games for each in _mpirimpa(name, game)]
    found += _big(buraco.GAME, "buraco", buraco.state, f"{NATURAL} {ALL_TWOS}", ("7c", "8c", "9c", "2c", "Jc"))
    return found + [each for hand in DYNAMITIS_HANDS for each in _dynamitis(hand)]


def _mpirimpa(name: str, game: Any) -> Iterator[Question]:
    def state(**data: Any) -> Any:
        return mpirimpa.state(name, **data)

    return _big(game, name, state, f"{NATURAL} {JOKERS_AND_TWOS}", ("7c", "8c", "9c", "X", "Jc"))


def _big(game: Any, name: str, state: Callable[..., Any], hand: str, meld: tuple[str, ...]) -> Iterator[Question]:
    """Questions about a hand of 39 cards, before and after its draw."""
    data = {"hands": {0: hand.split(), 1: ["3s"]}, "pile": ["8d"], "stock_count": 30, "table": MELDS}
    playing, drawing = state(phase="play", **data), state(phase="draw", **data)
    seen, seen_before = game.view(playing, 0), game.view(drawing, 0)
    yield Question(f"{name}: check", lambda: game.check(playing, 0, LayMeld(meld)), CHECK_MS)
    yield Question(f"{name}: view", lambda: game.view(playing, 0), CHECK_MS)
    yield Question(f"{name}: preview", lambda: preview_of(game, seen, {"cards": ["7c", "8c", "9c"]}), CHECK_MS)
    yield Question(f"{name}: computer's play", lambda: game.bot(seen, Chance(1)), TURN_MS)
    yield Question(f"{name}: computer's draw", lambda: game.bot(seen_before, Chance(1)), TURN_MS)
    yield Question(f"{name}: 200 legal moves", lambda: list(islice(game.legal(playing, 0), 200)), TURN_MS)


def _dynamitis(hand: str) -> Iterator[Question]:
    """Questions about a hand of eleven cards."""
    game, cards, wild = koumkan.GAMES["dynamitis"], koumkan.cards_of(hand), wild_cards("dynamitis", None)
    faces = hand.split()
    now = koumkan.state("dynamitis", {"seats": 2}, to_move=0, phase="play", hands=[faces], stock_count=30)
    seen = game.view(now, 0)
    yield Question(f"dynamitis {hand}: deadwood", lambda: deadwood_of("dynamitis", wild, cards), DEADWOOD_MS)
    yield Question(f"dynamitis {hand}: check", lambda: game.check(now, 0, GoOut(faces[0])), CHECK_MS)
    yield Question(f"dynamitis {hand}: computer's play", lambda: game.bot(seen, Chance(1)), TURN_MS)
    yield Question(f"dynamitis {hand}: legal moves", lambda: list(game.legal(now, 0)), TURN_MS)


def best_ms(ask: Callable[[], object]) -> float:
    """The shortest of some tries, for the machine may be busy."""
    found = []
    for _ in range(5):
        _forget()
        began_s = time.process_time()
        ask()
        found.append((time.process_time() - began_s) * 1000)
    return min(found)


def _forget() -> None:
    """Empties what the engines remember of melds, windows and hands."""
    for name, module in list(sys.modules.items()):
        if name.startswith("games."):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def main() -> None:
    """Asks everything and prints what it took beside what it may take."""
    for name, ask, limit_ms in questions():
        sys.stdout.write(f"{name}: {best_ms(ask):.2f} ms of {limit_ms}\n")


if __name__ == "__main__":
    main()
