"""Settled matches of two: what one has won from the other (RULES.md §10)."""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from services.kernel.clock import TimeMs
from services.plumbing import bulk_rows
from services.plumbing.database import Work
from services.wallet.store.schema import duels

_NET = "SELECT pair, sum(net_chips) AS chips FROM duels WHERE pair IN :pairs AND at_ms >= :since_ms GROUP BY pair"


class Duel(msgspec.Struct, frozen=True):
    """A match of two; `net_chips`: what the first of the pair has won from the second (`stakes.net_won_chips`)."""

    match: str
    accounts: tuple[str, str]
    net_chips: int


def pair_of(accounts: Sequence[str]) -> str:
    """Two accounts as one text, in the order of names."""
    return "|".join(sorted(accounts))


def add(work: Work, found: Sequence[Duel]) -> None:
    """Remember settled matches."""
    lines = [
        {
            "match_id": duel.match,
            "pair": pair_of(duel.accounts),
            "net_chips": _net_chips(duel),
            "at_ms": work.now_ms,
        }
        for duel in found
    ]
    bulk_rows.insert_later(work, duels, lines)


def correct(work: Work, duel: Duel) -> None:
    """What the pair's match counts for now; when it was played stays."""
    work.execute(duels.update().where(duels.c.match_id == duel.match).values(net_chips=_net_chips(duel)))


def _net_chips(duel: Duel) -> int:
    return duel.net_chips if duel.accounts[0] <= duel.accounts[1] else -duel.net_chips


def net_chips(work: Work, pairs: Collection[str], since_ms: TimeMs) -> Mapping[str, int]:
    """By pair, what its first has won from its second since then; pairs that have not met are left out."""
    found = bulk_rows.ask(work, _NET, pairs=pairs, since_ms=since_ms) if pairs else ()
    return {row.pair: int(row.chips) for row in found}
