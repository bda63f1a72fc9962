"""kafeneio.tournaments.v1: competitions to read and to follow, entries and games in a player's name."""

from collections.abc import Iterator
from typing import Any

import grpc
import msgspec

from gateway.grpc.access.tokens import caller_now
from gateway.grpc.calls.message_conversion import fill, id_of, read_times, request_of, time_of
from gateway.grpc.calls.method_forwarding import as_fields, forwarded
from gateway.grpc.calls.paging import page_size, page_token, read_page_token, token_behind
from gateway.grpc.calls.service_calls import Asker
from gateway.grpc.calls.streams import Follower, Streams
from gateway.grpc.gen.kafeneio.tournaments.v1 import tournaments_pb2, tournaments_pb2_grpc
from gateway.grpc.servicers.competition_operators import Operators, options_of
from services.contracts.tournaments import calendar, made
from services.contracts.tournaments import competitions as contract

_PAGE_SIZE = 100
_PAGE_SIZE_MAX = 200
_OVER = frozenset({"settled", "cancelled"})
_GAMES = 50
_GAMES_MAX = 100
_SHOWN = {*tournaments_pb2.Competition.DESCRIPTOR.fields_by_name} & {*contract.Competition.__struct_fields__}


class _AfterPlace(msgspec.Struct, array_like=True):
    """How many ranked players the pages before have had."""

    offset: contract.Count


class _BeforeGame(msgspec.Struct, array_like=True):
    """When the last game of the page before was called, and its table."""

    called_at_ms: contract.Time
    table: contract.Id


class _BeforeStart(msgspec.Struct, array_like=True):
    """The earliest start of the page before, and the last id of the competitions that start then."""

    starts_at_ms: contract.Time
    competition: contract.Id


def _earliest(page: list[contract.Competition]) -> _BeforeStart:
    """The end of the page before: its earliest start and, of competitions with the same start, the last id."""
    starts_at_ms = min(each.starts_at_ms for each in page)
    return _BeforeStart(starts_at_ms, max(each.id for each in page if each.starts_at_ms == starts_at_ms))


class Tournaments(Operators, tournaments_pb2_grpc.TournamentsServiceServicer):
    """kafeneio.tournaments.v1.TournamentsService."""

    def __init__(self, asker: Asker, streams: Streams) -> None:
        """`asker` reaches tournaments; `streams` limits the number of followers."""
        super().__init__(asker)
        self._streams = streams

    def ListCompetitions(
        self, request: tournaments_pb2.ListCompetitionsRequest, context: grpc.ServicerContext
    ) -> tournaments_pb2.ListCompetitionsResponse:
        """A page of the competitions that players may see."""
        limit = page_size(context, request.page_size, contract.LISTED_MAX, contract.LISTED_MAX)
        behind = read_page_token(context, request.page_token, _BeforeStart)
        asked = contract.ListCompetitions(
            states=list(request.states),
            before_ms=None if behind is None else behind.starts_at_ms,
            before_competition=None if behind is None else behind.competition,
            limit=limit,
        )
        found = self._asker.ask(context, asked).competitions
        return tournaments_pb2.ListCompetitionsResponse(
            competitions=map(_competition, found),
            next_page_token=token_behind(found, limit, lambda _last: _earliest(found)),
        )

    def GetCompetition(
        self, request: tournaments_pb2.GetCompetitionRequest, context: grpc.ServicerContext
    ) -> tournaments_pb2.GetCompetitionResponse:
        """One competition."""
        asked = request_of(context, contract.GetCompetition, competition=request.competition, account=_viewer())
        found = self._asker.ask(context, asked).competition
        return tournaments_pb2.GetCompetitionResponse(competition=_competition(found))

    def GetStandings(
        self, request: tournaments_pb2.GetStandingsRequest, context: grpc.ServicerContext
    ) -> tournaments_pb2.GetStandingsResponse:
        """A page of the standings."""
        limit = page_size(context, request.page_size, _PAGE_SIZE, _PAGE_SIZE_MAX)
        after = read_page_token(context, request.page_token, _AfterPlace) or _AfterPlace(0)
        asked = request_of(
            context,
            contract.GetStandings,
            competition=request.competition,
            account=_viewer(),
            offset=after.offset,
            limit=limit,
        )
        found = self._asker.ask(context, asked)
        end = after.offset + len(found.lines)
        return tournaments_pb2.GetStandingsResponse(
            standings=map(_standing, found.lines),
            total=found.total,
            final=found.final,
            next_page_token=page_token(_AfterPlace(end)) if found.lines and end < found.total else "",
        )

    def ListGames(
        self, request: tournaments_pb2.ListGamesRequest, context: grpc.ServicerContext
    ) -> tournaments_pb2.ListGamesResponse:
        """A page of games."""
        behind = read_page_token(context, request.page_token, _BeforeGame)
        asked = request_of(
            context,
            contract.ListGames,
            competition=request.competition,
            account=_viewer(),
            running=request.running,
            player=request.account or None,
            before_ms=None if behind is None else behind.called_at_ms,
            before_table=None if behind is None else behind.table,
            limit=page_size(context, request.page_size, _GAMES, _GAMES_MAX),
        )
        found = self._asker.ask(context, asked)
        more = ""
        if found.next_before_ms is not None and found.next_before_table is not None:
            more = page_token(_BeforeGame(found.next_before_ms, found.next_before_table))
        return tournaments_pb2.ListGamesResponse(games=map(_game, found.games), next_page_token=more)

    def WatchCompetition(
        self, request: tournaments_pb2.WatchCompetitionRequest, context: grpc.ServicerContext
    ) -> Iterator[tournaments_pb2.WatchCompetitionResponse]:
        """The competition, and again whenever it has changed."""
        with self._streams.follow(context) as follower:
            yield from self._follow(request, context, follower)

    def _follow(
        self,
        request: tournaments_pb2.WatchCompetitionRequest,
        context: grpc.ServicerContext,
        follower: Follower,
    ) -> Iterator[tournaments_pb2.WatchCompetitionResponse]:
        seq, viewer = request.after_seq, _viewer()
        while follower.is_here:
            asked = request_of(context, contract.GetCompetition, competition=request.competition, account=viewer)
            line = self._asker.ask(context, asked).competition
            if line.seq > seq:
                seq = line.seq
                yield tournaments_pb2.WatchCompetitionResponse(competition=_competition(line))
            if line.state in _OVER:
                return
            follower.pause()

    GetCalendar = forwarded(calendar.GetCalendar, as_fields(tournaments_pb2.GetCalendarResponse))
    ListOwnCompetitions = forwarded(
        calendar.ListOwnCompetitions, as_fields(tournaments_pb2.ListOwnCompetitionsResponse)
    )

    def ListPastCompetitions(
        self, request: tournaments_pb2.ListPastCompetitionsRequest, context: grpc.ServicerContext
    ) -> tournaments_pb2.ListPastCompetitionsResponse:
        """The last competitions."""
        limit = page_size(context, request.page_size, calendar.PAST_MAX, calendar.PAST_MAX)
        found = self._asker.ask(context, calendar.ListPastCompetitions(limit=limit))
        return fill(tournaments_pb2.ListPastCompetitionsResponse(), found)

    def MakeCompetition(
        self, request: tournaments_pb2.MakeCompetitionRequest, context: grpc.ServicerContext
    ) -> tournaments_pb2.MakeCompetitionResponse:
        """Make a competition in a player's name."""
        asked = request_of(
            context,
            made.MakeCompetition,
            account=request.account,
            id=request.request_id,
            name=request.name,
            game=request.game,
            options=options_of(context, request.options_json),
            players=request.players,
            minutes=request.minutes,
            games=request.games,
            places=request.places,
            audience=request.audience,
            company=request.company or None,
            **read_times(context, request, made.MakeCompetition),
        )
        return tournaments_pb2.MakeCompetitionResponse(competition=self._asker.ask(context, asked).competition)

    StartCompetition = forwarded(made.StartCompetition, lambda _done: tournaments_pb2.StartCompetitionResponse())
    CallOffCompetition = forwarded(made.CallOffCompetition, lambda _done: tournaments_pb2.CallOffCompetitionResponse())
    ListInvitedCompetitions = forwarded(
        made.ListInvitedCompetitions, as_fields(tournaments_pb2.ListInvitedCompetitionsResponse)
    )

    def Enter(
        self, request: tournaments_pb2.EnterRequest, context: grpc.ServicerContext
    ) -> tournaments_pb2.EnterResponse:
        """An entry for a player."""
        asked = request_of(
            context, contract.Enter, account=request.account, id=request.request_id, competition=request.competition
        )
        found = self._asker.ask(context, asked)
        return tournaments_pb2.EnterResponse(number=found.number, state=found.state)

    def Withdraw(
        self, request: tournaments_pb2.WithdrawRequest, context: grpc.ServicerContext
    ) -> tournaments_pb2.WithdrawResponse:
        """Withdraw a player's entries."""
        self._asker.ask(context, request_of(context, contract.Withdraw, **_who(context, request)))
        return tournaments_pb2.WithdrawResponse()

    def AskGame(
        self, request: tournaments_pb2.AskGameRequest, context: grpc.ServicerContext
    ) -> tournaments_pb2.AskGameResponse:
        """Let a player wait for a game."""
        asked = request_of(context, contract.AskGame, **_who(context, request))
        found = self._asker.ask(context, asked)
        response = tournaments_pb2.AskGameResponse(since_time=time_of(found.since_ms))
        if found.expected_ms is not None:
            response.expected_wait.FromMilliseconds(found.expected_ms)
        return response

    def StopWaiting(
        self, request: tournaments_pb2.StopWaitingRequest, context: grpc.ServicerContext
    ) -> tournaments_pb2.StopWaitingResponse:
        """Let a player wait no longer."""
        self._asker.ask(context, request_of(context, contract.StopWaiting, **_who(context, request)))
        return tournaments_pb2.StopWaitingResponse()


def _viewer() -> str | None:
    """The player whose program asks, who sees what is for friends and companies too; None: another system."""
    return caller_now.get().account or None


def _who(context: grpc.ServicerContext, request: Any) -> dict[str, Any]:
    return {"account": request.account, "id": id_of(context, request), "competition": request.competition}


def _competition(line: contract.Competition) -> tournaments_pb2.Competition:
    return tournaments_pb2.Competition(
        **{name: getattr(line, name) for name in _SHOWN},
        open_time=time_of(line.opens_at_ms),
        start_time=time_of(line.starts_at_ms),
        end_time=time_of(line.ends_at_ms),
    )


def _standing(row: contract.StandingLine) -> tournaments_pb2.Standing:
    return tournaments_pb2.Standing(
        place=row.place,
        account=row.account,
        name=row.name,
        points=row.points,
        margin=row.margin,
        games=row.games,
        prize_chips=row.prize_chips,
    )


def _game(game: contract.GameLine) -> tournaments_pb2.Game:
    players = [
        tournaments_pb2.GamePlayer(
            seat=player.seat,
            account=player.account,
            points=player.points,
            margin=player.margin,
            counted=player.counted,
        )
        for player in game.players
    ]
    return tournaments_pb2.Game(
        table=game.table, match=game.match, state=game.state, call_time=time_of(game.called_at_ms), players=players
    )
