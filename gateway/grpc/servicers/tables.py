"""kafeneio.tables.v1: matches to read and to follow, tables to view, the catalogue, recordings."""

from collections.abc import Iterator
from typing import TypeVar

import grpc
import msgspec

from gateway.grpc.access.tokens import caller_now
from gateway.grpc.calls.message_conversion import fill, object_of, request_of, struct_of
from gateway.grpc.calls.method_forwarding import as_fields, forwarded
from gateway.grpc.calls.paging import page_size, page_token, read_page_token
from gateway.grpc.calls.service_calls import Asker, refuse
from gateway.grpc.calls.streams import Streams
from gateway.grpc.events.servicer import followed
from gateway.grpc.gen.kafeneio.tables.v1 import tables_pb2 as pb
from gateway.grpc.gen.kafeneio.tables.v1 import tables_pb2_grpc
from gateway.grpc.servicers.operator_orders import place_order
from gateway.public_events.event_log import EventLog
from services.contracts.lobby import open_tables
from services.contracts.moderation import conduct as moderation
from services.contracts.moderation import orders
from services.contracts.moderation import staff as discipline
from services.contracts.partners import lookups as other_systems
from services.contracts.tables import analysis, fairness, imports, problems, recordings, sharing
from services.contracts.tables import catalogue as tables
from services.kernel.refusal import Refusal

M = TypeVar("M", pb.Match, pb.GetMatchResponse)

_PAGE_SIZE = 50
_ENDED = frozenset({"tables.match_finished"})


class Tables(tables_pb2_grpc.TablesServiceServicer):
    """kafeneio.tables.v1.TablesService."""

    def __init__(self, asker: Asker, streams: Streams, events: EventLog) -> None:
        """`asker` reaches tables and moderation; `streams` limits the number of followers; `events` has the matches
        that end."""
        self._asker = asker
        self._streams = streams
        self._events = events

    def GetMatch(self, request: pb.GetMatchRequest, context: grpc.ServicerContext) -> pb.GetMatchResponse:
        """A stored match. A player's program sees those that the player has played: the proof of its chance also
        reveals every hand (services/tables/RULES.md §12)."""
        found = self._asker.ask(context, request_of(context, tables.GetMatch, match=request.match))
        account = caller_now.get().account
        if account and not any(seat.account == account for seat in found.seats):
            refuse(context, Refusal("recording_forbidden"))
        return fill_match(pb.GetMatchResponse(), found)

    def BatchGetMatches(
        self, request: pb.BatchGetMatchesRequest, context: grpc.ServicerContext
    ) -> pb.BatchGetMatchesResponse:
        """Many stored matches."""
        if len(request.matches) > other_systems.MATCHES_MAX:
            refuse(context, Refusal("bad_parameters", {"field": "matches"}))
        found = self._asker.ask(context, request_of(context, other_systems.GetMatches, matches=[*request.matches]))
        return pb.BatchGetMatchesResponse(matches=map(_match, found.matches), missing=found.missing)

    def ListMatches(self, request: pb.ListMatchesRequest, context: grpc.ServicerContext) -> pb.ListMatchesResponse:
        """A page of all matches."""
        asked = request_of(
            context,
            other_systems.ListMatches,
            before=read_page_token(context, request.page_token, other_systems.MatchPlace),
            game=request.game or None,
            table=request.table or None,
            running=request.running if request.HasField("running") else None,
            limit=page_size(context, request.page_size, _PAGE_SIZE, other_systems.MATCHES_MAX),
        )
        found = self._asker.ask(context, asked)
        return pb.ListMatchesResponse(matches=map(_match, found.matches), next_page_token=page_token(found.next))

    def WatchMatches(
        self, request: pb.WatchMatchesRequest, context: grpc.ServicerContext
    ) -> Iterator[pb.WatchMatchesResponse]:
        """Matches as they end."""
        games = set(request.games)
        with self._streams.follow(context) as follower:
            for event in followed(context, self._events.follow(follower, _ENDED, request.after_cursor)):
                if event.id and (not games or event.data["game"] in games):
                    found = self._asker.ask(context, tables.GetMatch(match=event.data["match"]))
                    yield pb.WatchMatchesResponse(cursor=event.cursor, match=_match(found))
                elif not event.id:
                    yield pb.WatchMatchesResponse(cursor=event.cursor)

    def WatchTable(
        self, request: pb.WatchTableRequest, context: grpc.ServicerContext
    ) -> Iterator[pb.WatchTableResponse]:
        """A table as spectators see it, whenever something has happened; to a player's program as long as the player
        may view it."""
        after = request.after_version if request.HasField("after_version") else None
        account = caller_now.get().account
        with self._streams.follow(context) as follower:
            if account:
                viewed = request_of(context, open_tables.ViewTable, account=account, table=request.table)
                self._streams.check_also(context, follower, viewed)
            while follower.is_here:
                asked = request_of(context, other_systems.LookAtTable, table=request.table, after=after)
                found = self._asker.ask(context, asked)
                if found.closed:
                    yield pb.WatchTableResponse(version=found.version, closed=True)
                    return
                if found.view is not None:
                    after = found.version
                    yield pb.WatchTableResponse(version=found.version, view=struct_of(found.view))
                follower.pause()

    GetCatalogue = forwarded(tables.GetCatalogue, lambda found: pb.GetCatalogueResponse(games=map(_game, found.games)))

    def GetChance(self, request: pb.GetChanceRequest, context: grpc.ServicerContext) -> pb.GetChanceResponse:
        """All dice and deals that were ever revealed, tested."""
        asked = request_of(context, fairness.GetChance, days=request.days or fairness.GetChance().days)
        return as_fields(pb.GetChanceResponse)(self._asker.ask(context, asked))

    GetChanceCounts = forwarded(fairness.GetChanceCounts, as_fields(pb.GetChanceCountsResponse), "day")

    def GetRecording(self, request: pb.GetRecordingRequest, context: grpc.ServicerContext) -> pb.GetRecordingResponse:
        """A recording, for a player of the match, or for the caller's service account by its roles: tables decides.
        What a service account reads by its roles is in the audit log; the roles of anybody else count for nothing."""
        account, roles = self._reader(request.match, request.account, context)
        asked = request_of(context, recordings.GetRecording, match=request.match, account=account, roles=roles)
        found = self._asker.ask(context, asked)
        return pb.GetRecordingResponse(
            match=found.match,
            game=found.game,
            rules=found.rules,
            events=len(found.events),
            recording_json=msgspec.json.encode(found),
        )

    def GetMatchText(self, request: pb.GetMatchTextRequest, context: grpc.ServicerContext) -> pb.GetMatchTextResponse:
        """A match as text for other programs, for whom its recording would be shown to."""
        account, roles = self._reader(request.match, request.account, context)
        asked = request_of(context, recordings.GetMatchText, match=request.match, account=account, roles=roles)
        return fill(pb.GetMatchTextResponse(), self._asker.ask(context, asked))

    def ImportMatch(self, request: pb.ImportMatchRequest, context: grpc.ServicerContext) -> pb.ImportMatchResponse:
        """A match that was played elsewhere becomes a private recording of a player."""
        game = {"game": request.game} if request.game else {}
        asked = request_of(context, imports.ImportMatch, account=request.account, text=request.text, **game)
        return pb.ImportMatchResponse(match=fill(pb.ImportedMatch(), self._asker.ask(context, asked)))

    ListImports = forwarded(imports.ListImports, as_fields(pb.ListImportsResponse))
    DeleteImport = forwarded(imports.DeleteImport, lambda _: pb.DeleteImportResponse())

    def GetAnalysis(self, request: pb.GetAnalysisRequest, context: grpc.ServicerContext) -> pb.GetAnalysisResponse:
        """An analysis as it stands, ordered if that is wished, for whom the recording would be shown to."""
        account, roles = self._reader(request.match, request.account, context)
        kind: type[analysis.AboutAnalysis] = analysis.AskAnalysis if request.order else analysis.GetAnalysis
        asked = request_of(context, kind, match=request.match, account=account, roles=roles)
        found: analysis.Analysis = self._asker.ask(context, asked)
        response = fill(pb.GetAnalysisResponse(), found)
        if found.again_ms is not None:
            response.retry_delay.FromMilliseconds(found.again_ms)
        return response

    def _reader(self, match: str, account: str, context: grpc.ServicerContext) -> tuple[str, list[str]]:
        """Who reads a recording, with their roles: a player, or the caller's service account, of which it is noted."""
        own = caller_now.get().service_account
        if account not in ("", own):
            return account, []
        self._asker.ask(context, discipline.NoteReading(account=own, what="recording", of=match))
        return own, [*self._asker.ask(context, moderation.GetConduct(account=own)).roles]

    GetSharedMatch = forwarded(
        sharing.GetShared,
        lambda found: fill(pb.GetSharedMatchResponse(), found, sides=[{"seats": seats} for seats in found.sides]),
    )

    GetProblem = forwarded(analysis.GetProblem, as_fields(pb.GetProblemResponse), "day")

    def CheckSolution(
        self, request: pb.CheckSolutionRequest, context: grpc.ServicerContext
    ) -> pb.CheckSolutionResponse:
        """What a move is worth in a problem."""
        move = object_of(request.move)
        asked = request_of(context, analysis.SolveProblem, game=request.game, day=request.day, move=move)
        return fill(pb.CheckSolutionResponse(), self._asker.ask(context, asked))

    def GetProblemOutcome(
        self, request: pb.GetProblemOutcomeRequest, context: grpc.ServicerContext
    ) -> pb.GetProblemOutcomeResponse:
        """The solution of a past day's problem: programs answer none, so today's is never open to them."""
        own = caller_now.get().service_account
        asked = request_of(context, problems.GetProblemOutcome, account=own, game=request.game, day=request.day)
        return fill(pb.GetProblemOutcomeResponse(), self._asker.ask(context, asked))

    def VoidTable(self, request: pb.VoidTableRequest, context: grpc.ServicerContext) -> pb.VoidTableResponse:
        """An operator ends a match without a result."""
        operation = orders.AnnulMatch(table=request.table)
        order = place_order(context, self._asker, request.account, request.request_id, request.reason, operation)
        return pb.VoidTableResponse(order=order.id, placed=order.state == "placed")


def _match(found: tables.MatchRecord) -> pb.Match:
    return fill_match(pb.Match(), found)


def fill_match(message: M, found: tables.MatchRecord) -> M:
    """A stored match as the API's message; the proof of its chance only once it has ended."""
    known = found.root is not None and found.seeds is not None
    chance = {"root": found.root, "seeds": found.seeds} if known else None
    return fill(message, found, chance=chance)


def _game(found: tables.GameInfo) -> pb.GameInfo:
    options = {name: {"values": values} for name, values in found.options.items()}
    return fill(pb.GameInfo(), found, options=options, sides=[{"seats": seats} for seats in found.sides])
