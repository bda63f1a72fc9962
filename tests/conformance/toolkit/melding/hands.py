"""Melds, hands and matches counted from plain data: what the calculations of games of two sides have alike."""

import importlib
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, Protocol

from games.api import AnyGame
from games.registry import entries
from games.toolkit.double_deck import texts
from games.toolkit.meld_table import Lying
from games.toolkit.melds import Meld
from games.toolkit.totals import Totals
from tests.conformance.forms import BySeat
from tests.conformance.toolkit.cards_of_two_packs import OldMeld
from tests.conformance.toolkit.trials import terms_of

Texts = list[str]
Plain = dict[str, Any]
BySide = Annotated[tuple[bool, ...], BySeat(bool, False, 2)]
HandsLeft = Annotated[tuple[Texts, ...], BySeat(Texts, [])]
Table = Annotated[tuple[list[OldMeld], ...], BySeat(list[OldMeld], [], 2)]


class _Worth(Protocol):
    @property
    def bonus(self) -> int: ...
    @property
    def class_(self) -> Any: ...


class _SideScore(Protocol):
    @property
    def melds(self) -> Iterable[_Worth]: ...
    @property
    def score(self) -> int: ...


def shown(meld: Meld, kind: str, class_: Any, bonus: int, points: int) -> Plain:
    """How a meld lies that may be laid."""
    worth = {"class": class_, "bonus": bonus, "points": points, "wild": len(meld.wild)}
    return {"legal": True, "kind": kind, "cards": texts(meld.cards), **worth}


def lying(table: Sequence[list[OldMeld]], read: Callable[[OldMeld], Meld]) -> list[Lying]:
    """The melds of both sides; their ids do not count."""
    return [Lying(0, side, read(each)) for side, melds in enumerate(table) for each in melds]


def scores(sides: Sequence[_SideScore]) -> Plain:
    """`hand_score` by side, `bonuses` and `classes` of each side's melds in table order."""
    return {
        "hand_score": [side.score for side in sides],
        "bonuses": [[each.bonus for each in side.melds] for side in sides],
        "classes": [[each.class_ for each in side.melds] for side in sides],
    }


def close_hand(
    totals: Totals = (0, 0), hand_score: Totals = (0, 0), options: Plain | None = None, *, game: AnyGame
) -> Any:
    """`totals` after a hand, `match_over`, `winner_side` (or null), `tie` (equal totals) and `draw` (equal ratings
    too, so no winner is named); §9."""
    terms = terms_of(game, options)
    after = totals[0] + hand_score[0], totals[1] + hand_score[1]
    found = importlib.import_module(f"{entries()[game.id].family.__name__}.scoring").outcome(terms, after)
    return {
        "totals": after,
        "match_over": found is not None,
        "winner_side": found.side if found else None,
        "tie": found is not None and (found.tie or found.draw),
        "draw": found is not None and found.draw,
    }
