"""Recorded matches in statistics: the stored data, and how players see it (RULES.md §4)."""

from collections.abc import Sequence
from typing import Any

import msgspec

from services.contracts.ranking import statistics as contract
from services.contracts.tables.events import MatchFinished
from services.kernel.clock import TimeMs
from services.ranking.classification.dominoes_matches import GAME, TARGETS
from services.ranking.statistics import rules as statistics
from services.ranking.statistics.rules import Recorded, Tile


class RecordedHand(msgspec.Struct, frozen=True, array_like=True):
    """A hand or round as scored: its number, the side that won it (None: nobody), points by side, and of dominoes
    the tiles dealt to each seat, as text (`6-4`)."""

    number: int
    side: int | None
    points: tuple[int, ...]
    deal: tuple[tuple[str, ...], ...] = ()


class RecordedMatch(msgspec.Struct, frozen=True, omit_defaults=True):
    """The stored data of a match. `winners`: seats; none: tied. `target`: empty for games without one."""

    game: str
    table: str
    target: str
    ended_at_ms: TimeMs
    stake_chips: int
    accounts: tuple[str | None, ...]
    sides: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    points: tuple[int, ...]
    hands: tuple[RecordedHand, ...] = ()
    corrected: bool = False
    """`winners` are those of an operator's correction; `points` stay those that were played."""


class Standing(msgspec.Struct, frozen=True):
    """A player's ratings after a match, and its changes."""

    elo_delta: int
    elo_after: int
    pr_delta: int | None = None
    pr_after: int | None = None
    quintile_after: int | None = None


def record_of(event: MatchFinished) -> RecordedMatch | None:
    """The stored data of a finished match. None: it is not recorded (it has no winner and is no tie)."""
    if event.practice or (event.outcome != "tied" and not event.winners):
        return None
    return RecordedMatch(
        game=event.game,
        table=event.table_name,
        target=str(event.options.get("target", 100)) if event.game == GAME else "",
        ended_at_ms=event.ended_at_ms,
        stake_chips=event.stake_chips,
        accounts=tuple(event.accounts),
        sides=tuple(tuple(side) for side in event.sides),
        winners=() if event.outcome == "tied" else tuple(event.winners),
        points=tuple(event.points),
        hands=tuple(_hand(number, hand, event.game) for number, hand in enumerate(event.hands, 1)),
    )


def _hand(number: int, hand: dict[str, Any], game: str) -> RecordedHand:
    deal = hand.get("data", {}).get("deal") if game == GAME else None
    by_seat = tuple(tuple(deal[str(seat)]) for seat in range(len(deal))) if deal else ()
    return RecordedHand(hand.get("number", number), hand.get("side"), tuple(hand.get("points", ())), by_seat)


def line(
    number: int, match_id: str, found: RecordedMatch, seat: int, standing: Standing, payout: int | None
) -> contract.MatchLine:
    """A match as its player sees it. `payout`: chips that came back; None: nothing was paid, or not yet."""
    own = side_of(found, seat)
    units_won = sum(hand.side == own for hand in found.hands)
    units_lost = sum(hand.side is not None and hand.side != own for hand in found.hands)
    points_for, points_against = _points(found, own, seat in found.winners, (units_won, units_lost))
    return contract.MatchLine(
        number=number,
        match=match_id,
        game=found.game,
        table=found.table,
        target=found.target,
        ended_at_ms=found.ended_at_ms,
        won=seat in found.winners if found.winners else None,
        units_won=units_won,
        units_lost=units_lost,
        points_for=points_for,
        points_against=points_against,
        scoreless=_scoreless(found),
        net_chips=None if payout is None else payout - found.stake_chips,
        elo_delta=standing.elo_delta,
        elo_after=standing.elo_after,
        pr_delta=standing.pr_delta,
        pr_after=standing.pr_after,
        quintile_after=standing.quintile_after,
        corrected=found.corrected,
    )


def side_of(found: RecordedMatch, seat: int) -> int:
    """The number of the side on which a seat plays."""
    return next((number for number, side in enumerate(found.sides) if seat in side), 0)


def _points(found: RecordedMatch, own: int, won: bool, units: tuple[int, int]) -> tuple[int, int]:
    """In favor and against; of more than one other side the best one's are against."""
    if found.target == "runout":
        return units
    points = found.points or (0,) * len(found.sides)
    others = [value for number, value in enumerate(points) if number != own]
    mine, theirs = points[own] if own < len(points) else 0, max(others, default=0)
    target = TARGETS.get(found.target)
    if isinstance(target, int) and found.winners and found.points and not found.corrected:
        return statistics.pips_shown(target, won, mine, theirs)
    return mine, theirs


def _scoreless(found: RecordedMatch) -> int | None:
    if found.game != GAME or found.target == "runout":
        return None
    return sum(hand.side is None for hand in found.hands)


def hands(found: RecordedMatch, seat: int, names: dict[str, str]) -> list[contract.HandLine]:
    """Hand by hand, from a seat's side."""
    own = side_of(found, seat)
    return [_hand_line(found, hand, own, names) for hand in found.hands]


def _hand_line(found: RecordedMatch, hand: RecordedHand, own: int, names: dict[str, str]) -> contract.HandLine:
    mine = hand.points[own] if own < len(hand.points) else 0
    theirs = max((value for number, value in enumerate(hand.points) if number != own), default=0)
    return contract.HandLine(
        number=hand.number,
        won=None if hand.side is None else hand.side == own,
        points_for=mine,
        points_against=theirs,
        differential=0 if found.target == "runout" else mine - theirs,
        deals=[_deal(found, seat, tiles, names) for seat, tiles in enumerate(hand.deal)],
    )


def _deal(found: RecordedMatch, seat: int, tiles: Sequence[str], names: dict[str, str]) -> contract.SeatDeal:
    account = found.accounts[seat] if seat < len(found.accounts) else None
    deal = statistics.hand_stats([_tile(text) for text in tiles])
    return contract.SeatDeal(
        seat=seat,
        account=account,
        name=names.get(account or "", ""),
        value=deal.value,
        doubles=deal.doubles,
        suit=deal.suit,
        suit_count=deal.suit_count,
        missing=deal.missing,
    )


def _tile(text: str) -> Tile:
    high, _, low = text.partition("-")
    return int(high), int(low)


def totals(lines: Sequence[contract.MatchLine]) -> contract.TotalsLine:
    """The sums over a page."""
    found = statistics.totals([_recorded(line) for line in lines])
    return msgspec.convert(msgspec.to_builtins(found), contract.TotalsLine)


def _recorded(line: contract.MatchLine) -> Recorded:
    return Recorded(
        number=line.number,
        ended_at_ms=line.ended_at_ms,
        won=line.won,
        units_won=line.units_won,
        units_lost=line.units_lost,
        points_for=line.points_for,
        points_against=line.points_against,
        net_chips=line.net_chips or 0,
        elo_delta=line.elo_delta,
        pr_after=line.pr_after,
        quintile_after=line.quintile_after,
    )
