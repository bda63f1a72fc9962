"""Answers of ranking as messages of kafeneio.ranking.v1."""

import grpc

from gateway.grpc.calls.message_conversion import time_of
from gateway.grpc.calls.service_calls import refuse
from gateway.grpc.gen.kafeneio.ranking.v1 import ranking_pb2
from services.contracts.ranking import boards, statistics
from services.kernel.refusal import Refusal

_NAME_LENGTH_MAX = 64


def check_names(context: grpc.ServicerContext, *names: str) -> None:
    """Refusal: `bad_parameters` where a name is longer than any that exists."""
    if any(len(name) > _NAME_LENGTH_MAX for name in names):
        refuse(context, Refusal("bad_parameters"))


def period_of(found: boards.BoardPeriod) -> ranking_pb2.BoardPeriod:
    """A period of a leaderboard."""
    return ranking_pb2.BoardPeriod(
        board=found.board,
        period=found.period,
        games=found.games or [],
        start_time=time_of(found.starts_at_ms),
        end_time=time_of(found.ends_at_ms),
        state=f"PERIOD_STATE_{found.state.upper()}",
        min_games=found.min_games,
        prizes_chips=found.prizes_chips,
        players=found.players,
        bots=found.bots,
        title=found.title,
    )


def row_of(row: boards.BoardRow) -> ranking_pb2.BoardRow:
    """A place."""
    return ranking_pb2.BoardRow(
        place=row.place,
        account=row.account,
        name=row.name,
        rating=row.rating,
        wins=row.wins,
        matches=row.matches,
        last_end_time=time_of(row.last_end_ms),
        prize_chips=row.prize_chips,
        prize_state=None if row.prize_state is None else f"PRIZE_STATE_{row.prize_state.upper()}",
    )


def classified_of(row: statistics.Classification) -> ranking_pb2.ClassifiedPlayer:
    """A player of the classification."""
    return ranking_pb2.ClassifiedPlayer(
        account=row.account,
        name=row.name,
        pr=row.pr,
        quintile=row.quintile or 0,
        matches=row.matches,
        place=row.place or 0,
    )


def match_of(line: statistics.MatchLine) -> ranking_pb2.RecordedMatch:
    """A recorded match."""
    return ranking_pb2.RecordedMatch(
        number=line.number,
        match=line.match,
        game=line.game,
        table=line.table,
        target=line.target,
        end_time=time_of(line.ended_at_ms),
        won=line.won,
        units_won=line.units_won,
        units_lost=line.units_lost,
        points_for=line.points_for,
        points_against=line.points_against,
        scoreless=line.scoreless,
        net_chips=line.net_chips,
        elo_delta=line.elo_delta,
        elo_after=line.elo_after,
        pr_delta=line.pr_delta,
        pr_after=line.pr_after,
        quintile_after=line.quintile_after,
        corrected=line.corrected,
    )


def hand_of(hand: statistics.HandLine) -> ranking_pb2.RecordedHand:
    """A hand or round of a match."""
    return ranking_pb2.RecordedHand(
        number=hand.number,
        won=hand.won,
        points_for=hand.points_for,
        points_against=hand.points_against,
        differential=hand.differential,
        deals=[_deal_of(deal) for deal in hand.deals],
    )


def _deal_of(deal: statistics.SeatDeal) -> ranking_pb2.SeatDeal:
    return ranking_pb2.SeatDeal(
        seat=deal.seat,
        account=deal.account or "",
        name=deal.name,
        value=deal.value,
        doubles=deal.doubles,
        suit=deal.suit,
        suit_count=deal.suit_count,
        missing=deal.missing,
    )
