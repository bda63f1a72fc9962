"""The effects of a match besides the general Elo, stored with it so that a correction can undo them (RULES.md §1,
§2, §3)."""

import msgspec

from services.kernel.clock import TimeMs
from services.ranking.elo.rules import Label


class BoardChange(msgspec.Struct, frozen=True, array_like=True):
    """The change of one table rating by a match; no label: corrected, it does not count for this player."""

    account: str
    delta: int
    label: Label | None


class BoardEffect(msgspec.Struct, frozen=True, array_like=True):
    """The effect of a match in one period of a board. `ratings`: the table ratings of all its players from which it
    was computed; `changes` is empty if the result changes no rating."""

    period_id: int
    ratings: dict[str, int]
    changes: tuple[BoardChange, ...] = ()

    @property
    def counts(self) -> bool:
        """Whether the match counts for any player."""
        return any(change.label is not None for change in self.changes)


class ClassificationEffect(msgspec.Struct, frozen=True, array_like=True):
    """The effect of a dominoes match on PRs; empty `deltas`: it did not count. `target`: 100, 200 or `runout`;
    `pips` by side, the winners' cut to the target."""

    target: str
    pips: tuple[int, int]
    deltas: dict[str, int] = {}


class Effects(msgspec.Struct, frozen=True, omit_defaults=True):
    """All effects of one match, and the time of its end."""

    ended_at_ms: TimeMs = 0
    boards: tuple[BoardEffect, ...] = ()
    classification: ClassificationEffect | None = None
    unrated: str = ""
    """Why it changes no ratings: `same_person`, `pair_limit`, `guest`, `clock`, `bot` (it counts in the bots' ladder);
    empty: it does, unless its end does not."""

    @property
    def counts(self) -> bool:
        """Whether it may count anywhere."""
        return self.unrated in ("", "bot")
