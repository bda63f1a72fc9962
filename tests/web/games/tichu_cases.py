"""What the engine says of combinations of tichu, for the client: `python -m tests.web.games.tichu_cases` writes it.

The client works out by itself what chosen cards are, so that nothing waits for the network; these cases keep it to the
engine's rules (games/tichu/RULES.md §6, §7, §10).
"""

from random import Random
from typing import Any

import msgspec

from games.tichu.cards import ALL, MAHJONG, PHOENIX, cards_of, mask_of, texts
from games.tichu.combos import Combo, as_played, readings, refusal_on
from games.tichu.legal_plays import plays
from tests.web.site import WEB

PATH = WEB / "src" / "games" / "tichu" / "cases.json"
HANDS = 110
NONSENSE = 60


def cases() -> list[dict[str, Any]]:
    """Combinations out of random hands, each on another one, and sets of cards that are mostly nothing."""
    random = Random(4)
    found = []
    for _ in range(HANDS):
        mask = _combination(random)
        tops = [combo for _ in range(12) for combo in readings(_combination(random)) if combo.kind != "dog"]
        alike = [top for top in tops if top.kind == readings(mask)[0].kind]
        found.append(_case(mask, random.choice(alike if alike and random.random() < 0.7 else tops)))
    close = [_changed(_combination(random), random) for _ in range(NONSENSE)]
    return found + [_case(mask, None) for mask in close]


def _combination(random: Random) -> int:
    """One of the plays of a hand, kinds alike; the Phoenix and the Mah Jong are often there."""
    few = [suit * 13 + rank for rank in random.sample(range(13), 4) for suit in range(4)]
    pack = random.choice([range(56), range(56), range(13, 26), few])
    hand = mask_of(random.sample(pack, min(len(pack), 14)))
    hand |= PHOENIX * (random.random() < 0.7) | MAHJONG * (random.random() < 0.3)
    by_kind: dict[str, list[int]] = {}
    for mask in plays(hand, None, 0):
        by_kind.setdefault(readings(mask)[0].kind, []).append(mask)
    return random.choice(by_kind[random.choice(sorted(by_kind))])


def _changed(mask: int, random: Random) -> int:
    """With one card more, and perhaps one less."""
    more = mask | 1 << random.choice([*cards_of(ALL & ~mask)])
    return more & ~(1 << random.choice([*cards_of(mask)])) if random.random() < 0.5 else more


def _case(mask: int, top: Combo | None) -> dict[str, Any]:
    found = [as_played(mask, combo, top) for combo in readings(mask)]
    refusal = None
    if top is not None:
        refusal = "dog_only_on_lead" if texts(mask) == ("DOG",) else refusal_on(found[0], top)
    on = None if top is None else {"type": top.kind, "length": top.length, "rank": top.strength / 2}
    return {"cards": list(texts(mask)), "top": on, "readings": [_plain(combo) for combo in found], "refusal": refusal}


def _plain(combo: Combo) -> dict[str, Any]:
    return {"kind": combo.kind, "length": combo.length, "rank": combo.strength / 2, "phoenix": combo.phoenix}


def text() -> str:
    """The cases as the file has them, one a line."""
    lines = [msgspec.json.encode(case).decode() for case in cases()]
    return "[\n" + ",\n".join(lines) + "\n]\n"


if __name__ == "__main__":
    PATH.write_text(text())
