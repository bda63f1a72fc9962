"""What observations show, each in the window that ends at it (RULES.md §7): pure, over rows in any order.

A window holds everything that happened in it, whenever it became known. So when an observation comes late, the windows
of later ones that it falls into are judged again, without it and with it (`changes`).
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from services.kernel.clock import DAY_MS, HOUR_MS
from services.kernel.persons.bot_accounts import is_bot_account
from services.moderation.signals import rules as signals
from services.moderation.signals.observations import Observation
from services.moderation.signals.rules import DEFAULTS, Kind, Spread

WEEK_MS = 7 * DAY_MS
MONTH_MS = 30 * DAY_MS
WORDS_MS = 10 * 60_000


class Hit(NamedTuple):
    """A signal: its kind, the accounts that it is about, the observation at which it was raised (`of`, unique among
    those of the kind and accounts), and what was seen, as plain data."""

    kind: Kind
    players: tuple[str, ...]
    of: str
    seen: dict[str, Any]


class Changes(NamedTuple):
    """Signals that new observations raise, and those of before that they disprove."""

    raised: list[Hit]
    withdrawn: list[Hit]


Judge = Callable[[Sequence[Observation]], Iterable[Hit]]


def changes(judge: Judge, rows: Collection[Observation], new: Collection[tuple[str, str, str, str]]) -> Changes:
    """What the new ones among these rows (their keys) change."""
    return difference(judge([row for row in rows if row.key not in new]), judge(list(rows)))


def difference(before: Iterable[Hit], after: Iterable[Hit]) -> Changes:
    """From the signals of before to those of now."""
    old, now = ({hit[:3]: hit for hit in hits} for hits in (before, after))
    return Changes(
        [hit for named, hit in now.items() if named not in old], [hit for named, hit in old.items() if named not in now]
    )


def windows(rows: Iterable[Observation], length_ms: int) -> Iterator[tuple[Observation, Sequence[Observation]]]:
    """Each row with all rows of the window that ends at it; those of the same time are in it."""
    ordered = in_order(rows)
    times = [row.at_ms for row in ordered]
    for row in ordered:
        yield row, ordered[bisect_right(times, row.at_ms - length_ms) : bisect_right(times, row.at_ms)]


def in_order(rows: Iterable[Observation]) -> list[Observation]:
    """By time; those of one moment by their subject."""
    return sorted(rows, key=lambda row: (row.at_ms, row.about, row.account, row.other))


# --- over a time -----------------------------------------------------------------------------------------------------


def chips(rows: Sequence[Observation]) -> Iterator[Hit]:
    """`lost_to` of one pair: net chips of a day."""
    for row, inside in windows(rows, DAY_MS):
        yield from chip_dump(row, sum(each.total if each.account == row.account else -each.total for each in inside))


def chip_dump(row: Observation, net: int) -> Iterator[Hit]:
    """Judge the net chips from the account to the other in the day that ends at a match."""
    for giver, taker, lost in ((row.account, row.other, net), (row.other, row.account, -net)):
        if signals.chip_dump(lost):
            seen = {"from": giver, "to": taker, "chips": lost, "match": row.about}
            yield Hit("chip_dump", _named(giver, taker), f"chips:{row.about}", seen)


def hours(rows: Sequence[Observation]) -> Iterator[Hit]:
    """`seated` of one account: hours at tables in a day."""
    for row, inside in windows(rows, DAY_MS):
        begin_ms = row.at_ms - DAY_MS
        seated_h = sum(min(each.total, each.at_ms - begin_ms) for each in inside) / HOUR_MS
        if signals.sleepless(seated_h) and not is_bot_account(row.account):
            yield Hit("bot", (row.account,), f"hours:{row.about}", {"seated_hours": round(seated_h, 1)})


def decisions(rows: Sequence[Observation]) -> Iterator[Hit]:
    """`decided` of one account: the times of a day's decisions."""
    for row, inside in windows(rows, DAY_MS):
        sums = (
            sum(values) for values in zip(*((each.count, each.total, each.squares) for each in inside), strict=True)
        )
        yield from even(row, Spread(*sums))


def even(row: Observation, spread: Spread) -> Iterator[Hit]:
    """Judge the decision times of the day that ends at a match."""
    if signals.even_spread(spread) and not is_bot_account(row.account):
        seen = {"decisions": spread.count, "deviation_ms": round(spread.deviation, 1), "match": row.about}
        yield Hit("bot", (row.account,), f"decisions:{row.about}", seen)


def appraised(rows: Sequence[Observation]) -> Iterator[Hit]:
    """`appraised` of one account: what its decisions of thirty days lost."""
    for row, inside in windows(rows, MONTH_MS):
        number, lost = sum(each.count for each in inside), sum(each.total for each in inside)
        if signals.engine(number, lost):
            seen = {"decisions": number, "error_thousandths": round(lost / number, 1), "match": row.about}
            yield Hit("engine", (row.account,), f"appraised:{row.about}", seen)


def departures(rows: Sequence[Observation]) -> Iterator[Hit]:
    """`left_early` and `replaced_and_won` of one account in a week."""
    for row, inside in windows(rows, WEEK_MS):
        early, replaced = (sum(each.kind == kind for each in inside) for kind in ("left_early", "replaced_and_won"))
        if signals.deserter(early, replaced):
            seen = {"left_early": early, "replaced_and_won": replaced, "match": row.about}
            yield Hit("deserter", (row.account,), f"departures:{row.about}", seen)


def words(rows: Sequence[Observation]) -> Iterator[Hit]:
    """`words` of one account in ten minutes."""
    for row, inside in windows(rows, WORDS_MS):
        if signals.chat(len(inside), 0):
            yield Hit("chat", (row.account,), f"words:{row.about}", {"messages": len(inside)})


REFUSED = ("refused:seated_together", "refused:unwanted", "refused:muted", "refused:limit")
"""Observations of messages that were refused, by cause."""


def refused(rows: Sequence[Observation]) -> Iterator[Hit]:
    """`refused:…` of one account: messages of a day, those of one minute to one reader once."""
    for row, inside in windows(rows, DAY_MS):
        counted = Counter(each.kind for each in inside)
        together, unwanted, muted, over_limits = (counted[kind] for kind in REFUSED)
        readers = len({each.other for each in inside if each.kind == "refused:unwanted"})
        talk_, pester = signals.table_talk(together), signals.unwanted(unwanted, readers)
        if talk_ or pester or signals.unheard(muted, over_limits):
            seen = {
                "messages_at_table": together, "messages_unwanted": unwanted, "unwanted_readers": readers,
                "messages_muted": muted, "messages_over_limits": over_limits,
            }  # fmt: skip
            yield Hit("messages", (row.account,), f"{row.kind}:{row.other}:{row.about}", seen)


def devices(rows: Sequence[Observation]) -> Iterator[Hit]:
    """`device` of one device: the accounts that were used on it in thirty days."""
    for row, inside in windows(rows, MONTH_MS):
        accounts = {each.account for each in inside}
        if signals.shared_device(accounts):
            seen = {"device": row.other[:12], "newest": row.account}
            yield Hit("multi_account", _named(*accounts), f"device:{row.other}:{row.account}:{row.about}", seen)


def talk(one: str, other: str, rows: Sequence[Observation]) -> Iterator[Hit]:
    """`hand_talk` of two partners at the tables where they were partners, in a day."""
    for row, inside in windows(rows, DAY_MS):
        if signals.hand_talk(len(inside)):
            yield Hit("collusion", _named(one, other), f"talk:{row.about}", {"hand_talk_lines": len(inside)})


# --- over a number of matches ----------------------------------------------------------------------------------------


def meetings(rows: Sequence[Observation], seated: Mapping[str, Collection[str]]) -> Iterator[Hit]:
    """`individual` of one account: who sat in most of its last matches of that kind, at each of them. `seated`: by
    match, who."""
    ordered = in_order(rows)
    for number in range(DEFAULTS.shared_window, len(ordered) + 1):
        last = ordered[number - DEFAULTS.shared_window : number]
        row = last[-1]
        met = Counter(other for each in last for other in seated.get(each.about, ()) if other != row.account)
        for other, together in met.items():
            if signals.shared_matches(len(last), together):
                seen = {"matches": len(last), "together": together}
                of = f"meetings:{row.account}:{row.about}"
                yield Hit("collusion", _named(row.account, other), of, seen)


def opponents(competition: str, rows: Sequence[Observation]) -> Iterator[Hit]:
    """`games:…` and `versus:…` of one account in a competition: who stood in half of its games, at each of them."""
    games = in_order(row for row in rows if row.kind.startswith("games:"))
    versus: dict[str, list[str]] = {}
    for row in rows:
        if row.kind.startswith("versus:"):
            versus.setdefault(row.about, []).append(row.other)
    met: Counter[str] = Counter()
    for number, row in enumerate(games, 1):
        met.update(versus.get(row.about, ()))
        for other, against in met.items():
            if signals.one_opponent(number, against):
                seen = {"competition": competition, "games": number, "against": against}
                of = f"opponents:{row.account}:{row.about}"
                yield Hit("collusion", _named(row.account, other), of, seen)


def captive(friend: str, inviter: str, first: Sequence[str], with_inviter: Collection[str]) -> Iterator[Hit]:
    """Judge whether a rewarded friend's first matches were all with the inviter."""
    first = first[: DEFAULTS.friend_matches]
    together = sum(match in with_inviter for match in first)
    if signals.captive_friend(len(first), together):
        yield Hit("multi_account", _named(friend, inviter), "friend", {"matches": len(first), "with_inviter": together})


def _named(*accounts: str) -> tuple[str, ...]:
    return tuple(sorted(accounts))
