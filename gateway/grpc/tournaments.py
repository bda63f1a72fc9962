"""kafeneio.tournaments.v1: competitions to read and to follow, entries and games in a player's name."""

from collections.abc import Iterator

import grpc

from gateway.grpc.competition_operators import Operators
from gateway.grpc.gen.kafeneio.tournaments.v1 import tournaments_pb2, tournaments_pb2_grpc
from gateway.grpc.paging import page_size
from gateway.grpc.service_calls import Asker, refuse
from gateway.grpc.streams import Follower, Streams
from services.contracts import tournaments as contract
from services.kernel.refusal import Refusal

_PAGE_SIZE = 100
_PAGE_SIZE_MAX = 200
_OVER = frozenset({"settled", "cancelled"})
_SHOWN = frozenset(field.name for field in tournaments_pb2.Competition.DESCRIPTOR.fields)


class Tournaments(Operators, tournaments_pb2_grpc.TournamentsServiceServicer):
    """kafeneio.tournaments.v1.TournamentsService."""

    def __init__(self, asker: Asker, streams: Streams) -> None:
        """`asker` reaches tournaments; `streams` lets in who follows a competition."""
        super().__init__(asker)
        self._streams = streams

    def ListCompetitions(
        self, request: tournaments_pb2.ListCompetitionsRequest, context: grpc.ServicerContext
    ) -> tournaments_pb2.ListCompetitionsResponse:
        """Competitions that players may see."""
        found = self._asker.ask(context, contract.ListCompetitions(states=list(request.states)))
        return tournaments_pb2.ListCompetitionsResponse(competitions=map(_competition, found.competitions))

    def GetCompetition(
        self, request: tournaments_pb2.GetCompetitionRequest, context: grpc.ServicerContext
    ) -> tournaments_pb2.GetCompetitionResponse:
        """One competition."""
        found = self._asker.ask(context, contract.GetCompetition(competition=request.competition))
        return tournaments_pb2.GetCompetitionResponse(competition=_competition(found.competition))

    def GetStandings(
        self, request: tournaments_pb2.GetStandingsRequest, context: grpc.ServicerContext
    ) -> tournaments_pb2.GetStandingsResponse:
        """A page of the standings."""
        limit = page_size(context, request.page_size, _PAGE_SIZE, _PAGE_SIZE_MAX)
        if request.offset < 0:
            refuse(context, Refusal("page_size_invalid"))
        asked = contract.GetStandings(competition=request.competition, offset=request.offset, limit=limit)
        found = self._asker.ask(context, asked)
        return tournaments_pb2.GetStandingsResponse(
            standings=map(_standing, found.lines), total=found.total, final=found.final
        )

    def ListGames(
        self, request: tournaments_pb2.ListGamesRequest, context: grpc.ServicerContext
    ) -> tournaments_pb2.ListGamesResponse:
        """A page of games."""
        asked = contract.ListGames(
            competition=request.competition,
            running=request.running,
            player=request.account or None,
            before_ms=request.before_ms or None,
            before_table=request.before_table or None,
        )
        found = self._asker.ask(context, asked)
        return tournaments_pb2.ListGamesResponse(
            games=map(_game, found.games),
            next_before_ms=found.next_before_ms or 0,
            next_before_table=found.next_before_table or "",
        )

    def WatchCompetition(
        self, request: tournaments_pb2.WatchCompetitionRequest, context: grpc.ServicerContext
    ) -> Iterator[tournaments_pb2.WatchCompetitionResponse]:
        """The competition whenever it has changed."""
        with self._streams.follow(context) as follower:
            yield from self._follow(request, context, follower)

    def _follow(
        self,
        request: tournaments_pb2.WatchCompetitionRequest,
        context: grpc.ServicerContext,
        follower: Follower,
    ) -> Iterator[tournaments_pb2.WatchCompetitionResponse]:
        seq = request.after_seq
        while follower.is_here:
            asked = contract.GetCompetition(competition=request.competition)
            line = self._asker.ask(context, asked).competition
            if line.seq > seq:
                seq = line.seq
                yield tournaments_pb2.WatchCompetitionResponse(competition=_competition(line))
            if line.state in _OVER:
                return
            follower.pause()

    def Enter(
        self, request: tournaments_pb2.EnterRequest, context: grpc.ServicerContext
    ) -> tournaments_pb2.EnterResponse:
        """An entry for a player."""
        asked = contract.Enter(account=request.account, id=request.key, competition=request.competition)
        found = self._asker.ask(context, asked)
        return tournaments_pb2.EnterResponse(number=found.number, state=found.state)

    def Withdraw(
        self, request: tournaments_pb2.WithdrawRequest, context: grpc.ServicerContext
    ) -> tournaments_pb2.WithdrawResponse:
        """A player's entries go back."""
        self._asker.ask(context, contract.Withdraw(account=request.account, competition=request.competition))
        return tournaments_pb2.WithdrawResponse()

    def AskGame(
        self, request: tournaments_pb2.AskGameRequest, context: grpc.ServicerContext
    ) -> tournaments_pb2.AskGameResponse:
        """A player waits for a game."""
        asked = contract.AskGame(account=request.account, competition=request.competition)
        found = self._asker.ask(context, asked)
        return tournaments_pb2.AskGameResponse(since_ms=found.since_ms, expected_ms=found.expected_ms)

    def StopWaiting(
        self, request: tournaments_pb2.StopWaitingRequest, context: grpc.ServicerContext
    ) -> tournaments_pb2.StopWaitingResponse:
        """A player does not wait any more."""
        self._asker.ask(context, contract.StopWaiting(account=request.account, competition=request.competition))
        return tournaments_pb2.StopWaitingResponse()


def _competition(line: contract.Competition) -> tournaments_pb2.Competition:
    return tournaments_pb2.Competition(**{name: getattr(line, name) for name in _SHOWN})


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
        table=game.table, match=game.match, state=game.state, called_at_ms=game.called_at_ms, players=players
    )
