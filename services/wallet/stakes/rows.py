"""What is held for matches: frozen with the hold, ended once; the row by which a hold and its end find each other.
And what counts against players: net wins of pairs, and departures that cost nothing (RULES.md §10). A departure is kept
for two days, which is as long as it can count; an erasure leaves it, it names an account by its id alone."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec
import sqlalchemy as sa

from services.kernel.clock import DAY_MS, TimeMs
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.wallet.schema import early_leaves, pair_wins, stakes
from services.wallet.stakes.match_chips import Hold
from services.wallet.stakes.rules import PairWin

_PAIR_NETS = (
    "SELECT pair, sum(net_chips) AS chips FROM pair_wins WHERE pair IN :pairs AND at_ms >= :since_ms GROUP BY pair"
)
KEEP_WINS_MS = 2 * DAY_MS
"""A day longer than anything looks back to them (RULES.md §10)."""
KEEP_LEAVES_MS = 2 * DAY_MS
_LEAVES = (
    "SELECT {key} AS found_by, match_id, account, device, network, at_ms FROM early_leaves"
    " WHERE {key} IN :names AND at_ms > :since_ms"
)
_BY_ACCOUNT, _BY_DEVICE, _BY_NETWORK = (_LEAVES.format(key=key) for key in ("account", "device", "network"))
_BY_PERSON = (
    "SELECT own.account AS found_by, left_early.match_id, left_early.account, left_early.device, left_early.network,"
    " left_early.at_ms FROM person_keys AS own JOIN person_keys AS other ON other.key = own.key"
    " JOIN early_leaves AS left_early ON left_early.account = other.account"
    " WHERE own.account IN :names AND left_early.at_ms > :since_ms"
)


class Stakes(msgspec.Struct, frozen=True):
    """A match as the wallet knows it. `hold` None: it ended before its hold came, which is refused."""

    hold: Hold | None
    ended: bool


class OpenHold(msgspec.Struct, frozen=True):
    """What is held for a match or for a round of a house-banked table. `chips`: by account."""

    kind: Literal["match", "round"]
    id: str
    chips: dict[str, int]
    held_at_ms: TimeMs
    ended_at_ms: TimeMs | None = None


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


def open_holds(work: Work, before_ms: TimeMs) -> list[OpenHold]:
    """The matches whose stakes have been held since then or longer and are not settled, the oldest first."""
    c = stakes.c
    chosen = sa.select(stakes).where(c.ended_at_ms.is_(None), c.stake_chips.is_not(None), c.held_at_ms <= before_ms)
    return [_open_hold(row) for row in work.execute(chosen.order_by(c.held_at_ms, c.match_id))]


def some_settled(work: Work, at_most: int) -> list[OpenHold]:
    """Some matches that were held and then settled as tables ended them, whichever are found first. What an operator
    has given back instead has no sides."""
    is_settled = (stakes.c.settlement.contains('"sides"'), stakes.c.stake_chips.is_not(None))
    return [_open_hold(row) for row in work.execute(sa.select(stakes).where(*is_settled).limit(at_most))]


def lock_hold(work: Work, match: str) -> tuple[Hold, OpenHold] | None:
    """What is or was held for a match, locked until the end of the transaction; None: nothing ever was."""
    chosen = sa.select(stakes).where(stakes.c.match_id == bulk_rows.storable(match)).with_for_update()
    row = work.execute(chosen).one_or_none()
    hold = None if row is None else _hold(row)
    return None if hold is None else (hold, _open_hold(row))


def _open_hold(row: Any) -> OpenHold:
    hold = _hold(row)
    assert hold is not None
    return OpenHold(
        "match", hold.match, dict.fromkeys(hold.accounts, hold.stake_chips), row.held_at_ms, row.ended_at_ms
    )


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


def correct_pair_wins(work: Work, found: Iterable[PairWin], settled_ms: TimeMs) -> None:
    """Replace the amounts of a corrected match; its time stays that at which it was settled first."""
    for each in found:
        key = (pair_wins.c.match_id == each.match, pair_wins.c.pair == each.pair)
        changed = work.execute(pair_wins.update().where(*key).values(net_chips=each.net_chips)).rowcount
        if not changed and each.net_chips:
            work.execute(pair_wins.insert().values(_pair_row(each, settled_ms)))


def forget_pair_wins(work: Work, at_most: int) -> int:
    """Delete wins to which no limit looks back any more; returns how many."""
    c = pair_wins.c
    old = sa.select(c.match_id, c.pair).where(c.at_ms <= work.now_ms - KEEP_WINS_MS).limit(at_most)
    return int(work.execute(pair_wins.delete().where(sa.tuple_(c.match_id, c.pair).in_(old))).rowcount)


def pair_nets(work: Work, pairs: Collection[str], since_ms: TimeMs) -> Mapping[str, int]:
    """By pair, what its first has won from its second since then; pairs that have not met are left out."""
    found = bulk_rows.ask(work, _PAIR_NETS, pairs=pairs, since_ms=since_ms) if pairs else ()
    return {row.pair: int(row.chips) for row in found}


def _pair_row(each: PairWin, now_ms: TimeMs) -> dict[str, str | int]:
    return {"match_id": each.match, "pair": each.pair, "net_chips": each.net_chips, "at_ms": now_ms}


class EarlyLeave(msgspec.Struct, frozen=True):
    """Somebody has left a staked match early. `device` and `network`: of their session, as SHA-256; empty where not
    known."""

    match: str
    account: str
    device: str
    network: str
    at_ms: TimeMs


class LeavesAsked(msgspec.Struct, frozen=True):
    """A player whose departures are wanted: the devices and networks whose departures count as theirs."""

    account: str
    devices: frozenset[str]
    networks: frozenset[str]


def add_early_leaves(work: Work, found: Sequence[EarlyLeave]) -> None:
    """Store departures, and delete those that no longer count."""
    if not found:
        return
    rows = [
        {
            "match_id": each.match,
            "account": each.account,
            "device": each.device,
            "network": each.network,
            "at_ms": each.at_ms,
        }
        for each in found
    ]
    bulk_rows.insert_missing_later(work, early_leaves, rows)
    work.execute(early_leaves.delete().where(early_leaves.c.at_ms <= work.now_ms - KEEP_LEAVES_MS))


def find_early_leaves(work: Work, asked: Collection[LeavesAsked]) -> dict[str, list[EarlyLeave]]:
    """By account, the departures that may count as this player's, each once: of the account, of another one with a key
    of the same person, and from their devices and networks."""
    accounts = {each.account for each in asked}
    devices: set[str] = set().union(*(each.devices for each in asked))
    networks: set[str] = set().union(*(each.networks for each in asked))
    wanted = ((_BY_ACCOUNT, accounts), (_BY_PERSON, accounts), (_BY_DEVICE, devices), (_BY_NETWORK, networks))
    queries: list[tuple[str, dict[str, Collection[str] | int]]] = [
        (query, {"names": names, "since_ms": work.now_ms - KEEP_LEAVES_MS}) for query, names in wanted if names
    ]
    rows = {tuple(row) for found in bulk_rows.ask_all(work, *queries) for row in found}
    return {each.account: _leaves_of(each, rows) for each in asked}


def _leaves_of(asked: LeavesAsked, rows: Collection[tuple[Any, ...]]) -> list[EarlyLeave]:
    """`rows`: what a departure was found by, then its columns."""
    own = {asked.account, *asked.devices, *asked.networks}
    found = sorted({tuple(row) for by, *row in rows if by in own})
    return [EarlyLeave(match, account, device, network, int(at_ms)) for match, account, device, network, at_ms in found]
