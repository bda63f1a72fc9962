"""What is held for matches: frozen with the hold, ended once; the row by which a hold and its end find each other.
And what players have won from each other in them (RULES.md §10)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from services.kernel.clock import TimeMs
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.wallet.schema import pair_wins, stakes
from services.wallet.stakes.match_chips import Hold
from services.wallet.stakes.rules import PairWin

_PAIR_NETS = (
    "SELECT pair, sum(net_chips) AS chips FROM pair_wins WHERE pair IN :pairs AND at_ms >= :since_ms GROUP BY pair"
)


class Stakes(msgspec.Struct, frozen=True):
    """A match as the wallet knows it. `hold` None: it ended before its hold came, which is refused."""

    hold: Hold | None
    ended: bool


def claim_holds(work: Work, holds: Sequence[Hold]) -> dict[str, Stakes]:
    """Make these matches (each named once) ours to hold; answers those that are known already, locked."""
    new = [_row(hold, work.now_ms) for hold in sorted(holds, key=lambda hold: hold.match)]
    made = bulk_rows.insert_new(work, stakes, new)
    return _lock(work, {hold.match for hold in holds} - made)


def drop_holds(work: Work, matches: Collection[str]) -> None:
    """Forget claims of which nothing could be held: the same hold may be asked for again."""
    bulk_rows.delete_later(work, stakes, "match_id", matches)


def claim_ends(work: Work, matches: Collection[str]) -> dict[str, Stakes]:
    """Make these matches ours to end; answers those that are known already, locked.

    The others get their mark: ended, nothing held.
    """
    found = _lock(work, matches)
    unknown = sorted(set(matches) - found.keys())
    made = bulk_rows.insert_new(work, stakes, [{"match_id": match, "ended_at_ms": work.now_ms} for match in unknown])
    # What is neither found nor made, somebody held between our look and our mark.
    return found | _lock(work, set(unknown) - made)


def end_holds(work: Work, settlements: Mapping[str, Any]) -> None:
    """Note how held matches ended: plain data by match."""
    ended = [
        {"match_id": match, "ended_at_ms": work.now_ms, "settlement": encode_text(how)}
        for match, how in settlements.items()
    ]
    bulk_rows.update_later(work, stakes, "match_id", ended)


def _lock(work: Work, matches: Collection[str]) -> dict[str, Stakes]:
    found = bulk_rows.find(work, stakes, "match_id", matches, lock=True)
    return {row.match_id: Stakes(_hold(row), row.ended_at_ms is not None) for row in found}


def _row(hold: Hold, now_ms: TimeMs) -> dict[str, Any]:
    return {
        "match_id": hold.match,
        "stake_chips": hold.stake_chips,
        "rake_bps": hold.rake_bps,
        "accounts": encode_text(hold.accounts),
        "held_chips": hold.stake_chips * len(hold.accounts),
        "held_at_ms": now_ms,
    }


def _hold(row: Any) -> Hold | None:
    if row.stake_chips is None:
        return None
    return Hold(row.match_id, row.stake_chips, row.rake_bps, msgspec.json.decode(row.accounts, type=tuple[str, ...]))


def add_pair_wins(work: Work, found: Iterable[PairWin]) -> None:
    """Store the pairs of settled matches."""
    bulk_rows.insert_later(work, pair_wins, [_pair_row(each, work.now_ms) for each in found])


def correct_pair_wins(work: Work, found: Iterable[PairWin]) -> None:
    """Replace the amounts of a corrected match; its time stays."""
    for each in found:
        key = (pair_wins.c.match_id == each.match, pair_wins.c.pair == each.pair)
        changed = work.execute(pair_wins.update().where(*key).values(net_chips=each.net_chips)).rowcount
        if not changed and each.net_chips:
            work.execute(pair_wins.insert().values(_pair_row(each, work.now_ms)))


def pair_nets(work: Work, pairs: Collection[str], since_ms: TimeMs) -> Mapping[str, int]:
    """By pair, what its first has won from its second since then; pairs that have not met are left out."""
    found = bulk_rows.ask(work, _PAIR_NETS, pairs=pairs, since_ms=since_ms) if pairs else ()
    return {row.pair: int(row.chips) for row in found}


def _pair_row(each: PairWin, now_ms: TimeMs) -> dict[str, str | int]:
    return {"match_id": each.match, "pair": each.pair, "net_chips": each.net_chips, "at_ms": now_ms}
