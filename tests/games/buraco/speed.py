"""How long single questions about a big hand take at worst, in milliseconds of processor time.

By hand: `python -m tests.games.buraco.speed`.
"""

import sys
import time
from collections.abc import Callable
from itertools import islice

from services.tables.games.toolkit.meld_moves import LayMeld
from tests.games.buraco.hands import GAME, state
from tests.games.playing import Chance

ALL_TWOS = "2c 2d 2h 2s 2c 2d 2h 2s"
BIG_HAND = "Ac 3c 4c 5c 7c 8c 9c Jc Qc Kc Ac Ad 3d 4d 6d 7d 9d Td Jd Kd 3h 4h 5h 8h 9h Qh As 5s 6s 7s 9s " + ALL_TWOS


def questions_ms() -> dict[str, float]:
    """Milliseconds of single questions about a hand of 39 cards with all eight 2s."""
    data = {"hands": {0: BIG_HAND.split(), 1: ["3s"]}, "pile": ["8d"], "stock_count": 30}
    table = [[{"cards": ["5h", "6h", "7h"]}, {"cards": ["Td", "Jd", "Qd", "Kd"]}], []]
    now, before = state(table=table, phase="play", **data), state(table=table, phase="draw", **data)
    meld = LayMeld(("2c", "2d", "Jc", "9c", "8c", "7c", "2h"))
    view, drawing = GAME.view(now, 0), GAME.view(before, 0)
    asked: dict[str, Callable[[], object]] = {
        "check": lambda: GAME.check(now, 0, meld),
        "computer's play": lambda: GAME.bot(view, Chance(1)),
        "computer's draw": lambda: GAME.bot(drawing, Chance(1)),
        "view": lambda: GAME.view(now, 0),
        "preview": lambda: GAME.preview(view, {"cards": ["7c", "8c", "9c"]}),
        "200 legal moves": lambda: list(islice(GAME.legal(now, 0), 200)),
    }
    return {name: _best_ms(ask) for name, ask in asked.items()}


def _best_ms(ask: Callable[[], object]) -> float:
    found = []
    for _ in range(5):
        began_s = time.process_time()
        ask()
        found.append((time.process_time() - began_s) * 1000)
    return min(found)


def main() -> None:
    for name, took_ms in questions_ms().items():
        sys.stdout.write(f"{name}: {took_ms:.2f} ms\n")


if __name__ == "__main__":
    main()
