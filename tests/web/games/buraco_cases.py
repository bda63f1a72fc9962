"""What the engine says about plays of buraco, for the client's tests: `python -m tests.web.games.buraco_cases`
writes it
(games/buraco/RULES.md §6, §7)."""

from random import Random
from typing import Any

from games import registry
from tests.web.games import meld_cases
from tests.web.games.buraco import moment
from tests.web.games.meld_cases import Case
from tests.web.site import WEB

PATH = WEB / "src" / "games" / "buraco" / "cases.json"
KINDS: tuple[dict[str, Any], ...] = ({"seats": 2}, {"seats": 4})
SEEN = ("seat", "own_hand", "melds", "pot_taken")
RICH: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("2c 2d 2h 2s 3s 4s 5s 8s 9s As 7d Qs", ("6s 7s 2c", "3s 4s 2d", "Js 2h Ks", "Ts Js Qs Ks As")),
    ("2h 2h 2c Ah Ah 3h 8h 9h Kh Qh 6h", ("3h 4h 5h 6h 7h 8h 9h", "4h 2d 2d 7h", "Th Jh Qh 2c")),
    ("2d 2d 2s Ad 3d 4d Qd Kd Kc Kh Ks 5d", ("Kd Kc 2s", "4d 5d 6d 7d 8d 9d 2h", "Td Jd Qd", "Kh Ks 2c 2c")),
    ("2c 2c 2s 2h Ac Ac 3c Kc Qc 9c 9d 9s", ("3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc", "9h 9d 2d")),
    ("2h 2s As Kd 2c", ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks", "Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad")),
    ("3d 4d 5d 2h 2d 6d", ("7d 8d 9d Td Jd Qd 2c", "5h 5h 2s")),
)
"""Hands and melds rich in wild cards, as computers seldom have them: replaced, moved, settled; runs that are full."""


def cases() -> list[Case]:
    """Moments and plays of each kind of table."""
    random = Random(4)
    found = [each for how in KINDS for each in meld_cases.cases("buraco", how | {"target_score": 1500}, SEEN, random)]
    return [*found, *(_rich(hand, table, taken, random) for hand, table in RICH for taken in (False, True))]


def _rich(hand: str, table: tuple[str, ...], taken: bool, random: Random) -> Case:
    tables, pots = (table, ("5c 6c 7c",)), (taken, False)
    state = moment(phase="play", to_move=0, hands=(hand, "8d"), table=tables, pot_taken=pots, stock_count=9)
    game = registry.game("buraco")
    return meld_cases.case(game, game.view(state, 0), SEEN, random, most=15)


def text() -> str:
    """The file's content."""
    return meld_cases.text(cases())


if __name__ == "__main__":
    PATH.write_text(text())
