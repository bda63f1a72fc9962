"""The chips that players of settled matches have won from each other (RULES.md §10)."""

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from services.kernel.clock import TimeMs
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.wallet.schema import pair_wins
from services.wallet.stakes.rules import won_by_pair

_NET = "SELECT pair, sum(net_chips) AS chips FROM pair_wins WHERE pair IN :pairs AND at_ms >= :since_ms GROUP BY pair"


class PairWin(msgspec.Struct, frozen=True):
    """One pair in one match; `net_chips`: what the first of the pair, by name, has won from the second."""

    match: str
    pair: str
    net_chips: int


def of_match(
    match: str, accounts: Sequence[str], payouts: Sequence[int], stake_chips: int, keep_empty: bool = False
) -> list[PairWin]:
    """All pairs of a match, by their accounts; with `keep_empty` those too between whom nothing went."""
    found = []
    for (first, second), chips in sorted(won_by_pair(payouts, stake_chips).items()):
        one, other = accounts[first], accounts[second]
        if chips or keep_empty:
            found.append(PairWin(match, pair_of(one, other), chips if one <= other else -chips))
    return found


def pair_of(one: str, other: str) -> str:
    """Two accounts as one text, in the order of names."""
    return "|".join(sorted((one, other)))


def add(work: Work, found: Iterable[PairWin]) -> None:
    """Store the pairs of settled matches."""
    bulk_rows.insert_later(work, pair_wins, [_row(each, work.now_ms) for each in found])


def correct(work: Work, found: Iterable[PairWin]) -> None:
    """Replace the amounts of a corrected match; its time stays."""
    for each in found:
        key = (pair_wins.c.match_id == each.match, pair_wins.c.pair == each.pair)
        changed = work.execute(pair_wins.update().where(*key).values(net_chips=each.net_chips)).rowcount
        if not changed and each.net_chips:
            work.execute(pair_wins.insert().values(_row(each, work.now_ms)))


def net_chips(work: Work, pairs: Collection[str], since_ms: TimeMs) -> Mapping[str, int]:
    """By pair, what its first has won from its second since then; pairs that have not met are left out."""
    found = bulk_rows.ask(work, _NET, pairs=pairs, since_ms=since_ms) if pairs else ()
    return {row.pair: int(row.chips) for row in found}


def _row(each: PairWin, now_ms: TimeMs) -> dict[str, str | int]:
    return {"match_id": each.match, "pair": each.pair, "net_chips": each.net_chips, "at_ms": now_ms}
