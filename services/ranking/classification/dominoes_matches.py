"""Dominoes matches in the classification: winners, margins, and their points (RULES.md §3)."""

from collections.abc import Mapping

import msgspec

from services.contracts.tables.events import MatchFinished
from services.ranking.classification import rules as classification
from services.ranking.classification.rules import Target
from services.ranking.elo.departures import Ended
from services.ranking.elo.match_effects import ClassificationEffect
from services.ranking.elo.match_ratings import Inputs

GAME = "dominoes"
TARGETS: dict[str, Target] = {"100": 100, "200": 200, "runout": "runout"}
_SIDES = 2


class Classified(msgspec.Struct, frozen=True):
    """A player of the classification: PR, counted matches, whether kept out of the population, the quintile last
    published, and how often this row has changed."""

    account: str
    pr: int = 0
    matches: int = 0
    blocked: bool = False
    quintile: int | None = None
    seq: int = 0

    @property
    def is_member(self) -> bool:
        """Whether the player belongs to the population."""
        return self.matches > 0 and not self.blocked


def effect_of(event: MatchFinished, inputs: Inputs) -> ClassificationEffect | None:
    """The effect of a finished match on PRs. None: it is no match of dominoes between two sides."""
    target = str(event.options.get("target", 100))
    if event.game != GAME or len(inputs.sides) != _SIDES or target not in TARGETS:
        return None
    points = (*event.points, 0, 0)
    pips = (int(points[0]), int(points[1]))
    return msgspec.structs.replace(
        ClassificationEffect(target, pips), deltas=deltas(inputs, inputs.ended, target, pips)
    )


def deltas(inputs: Inputs, ended: Ended, target_name: str, pips: tuple[int, int]) -> dict[str, int]:
    """The change of each PR by a match with this end; empty unless a side won it. In a result that an operator has
    reversed, the losers may have the target itself, which counts as the narrowest margin."""
    if ended.outcome != "won" or ended.winner_side is None:
        return {}
    target = TARGETS[target_name]
    loser_pips = pips[1 - ended.winner_side]
    if target != "runout":
        loser_pips = min(loser_pips, target - 1)
    found: dict[str, int] = {}
    for number, side in enumerate(inputs.sides):
        opponents = [player.quintile for player in inputs.sides[1 - number]]
        for player in side:
            won = number == ended.winner_side
            rise = classification.pr(target, loser_pips, player.quintile, opponents, won, before=0)
            found[player.account] = rise.delta
    return found


def moved(row: Classified, delta: int | None, taken: int | None = None) -> Classified:
    """A row after a match that adds `delta` (None: does not count) in place of `taken` (None: did not count)."""
    return msgspec.structs.replace(
        row,
        pr=row.pr + (delta or 0) - (taken or 0),
        matches=row.matches + (delta is not None) - (taken is not None),
        seq=row.seq + 1,
    )


def quintile_bounds(members_by_pr: Mapping[int, int]) -> list[int | None]:
    """The least PR of quintiles 1 … 4 and better; None: nobody stands there.

    A player's quintile is 1 and one more for each bound above their PR, or missing.
    """
    size = sum(members_by_pr.values())
    bounds: list[int | None] = [None] * (classification.LAST_QUINTILE - 1)
    above = 0
    for value in sorted((pr for pr, count in members_by_pr.items() if count > 0), reverse=True):
        quintile = classification.quintile(above, size)
        for index in range(quintile - 1, len(bounds)):
            bounds[index] = value
        above += members_by_pr[value]
    return bounds


def quintile_in(bounds: list[int | None], pr: int) -> int:
    """The quintile of a PR by the bounds."""
    return 1 + sum(bound is None or pr < bound for bound in bounds)
