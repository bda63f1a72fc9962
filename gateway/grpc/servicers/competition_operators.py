"""Competitions as operators manage them, for other systems. The service account of the caller acts; tournaments
checks its roles."""

from typing import Any

import grpc
import msgspec

from gateway.grpc.calls.message_conversion import fill, read_times, request_of
from gateway.grpc.calls.method_forwarding import as_field, forwarded
from gateway.grpc.calls.service_calls import Asker, refuse
from gateway.grpc.gen.kafeneio.tournaments.v1 import tournaments_pb2 as pb
from services.contracts.tournaments import competitions as contract
from services.contracts.tournaments.templates import ListTemplates, SaveTemplate, Template
from services.kernel.refusal import Refusal

_OPTIONAL = ("x", "max_entries", "min_entrants", "pool_bps")


class Operators:
    """The operator's part of kafeneio.tournaments.v1.TournamentsService."""

    def __init__(self, asker: Asker) -> None:
        """`asker` reaches tournaments."""
        self._asker = asker

    def Save(self, request: pb.SaveRequest, context: grpc.ServicerContext) -> pb.SaveResponse:
        """Create, change or preview a draft."""
        plan = _plan(context, request.plan)
        asked = request_of(
            context,
            contract.SaveCompetition,
            **_who(request),
            plan=plan,
            preview=request.preview,
            reason=request.reason,
        )
        return as_field(pb.SaveResponse, "card")(self._asker.ask(context, asked))

    Publish = forwarded(contract.PublishCompetition, as_field(pb.PublishResponse, "card"))
    Cancel = forwarded(contract.CancelCompetition, as_field(pb.CancelResponse, "card"))
    Disqualify = forwarded(contract.Disqualify, lambda _done: pb.DisqualifyResponse())

    def Correct(self, request: pb.CorrectRequest, context: grpc.ServicerContext) -> pb.CorrectResponse:
        """Correct the result of a game."""
        if request.WhichOneof("result") is None:
            refuse(context, Refusal("bad_parameters", {"field": "result"}))
        asked = request_of(
            context,
            contract.CorrectGame,
            **_who(request),
            table=request.table,
            result=request.winner if request.HasField("winner") else request.nobody,
            reason=request.reason,
            points=list(request.points) or None,
            departed=list(request.departed),
            own_mistake=request.own_mistake,
        )
        self._asker.ask(context, asked)
        return pb.CorrectResponse()

    def SaveSeries(self, request: pb.SaveSeriesRequest, context: grpc.ServicerContext) -> pb.SaveSeriesResponse:
        """Make, change or stop a series."""
        lead = {"lead_ms": request.lead.ToMilliseconds()} if request.HasField("lead") else {}
        asked = request_of(
            context,
            SaveTemplate,
            account=request.account,
            id=request.request_id or None,
            template=request.series,
            plan=_plan(context, request.plan),
            rule=request.rule,
            zone=request.zone or "UTC",
            active=not request.stopped,
            reason=request.reason,
            **lead,
        )
        return pb.SaveSeriesResponse(series=_series(self._asker.ask(context, asked)))

    ListSeries = forwarded(ListTemplates, lambda found: pb.ListSeriesResponse(series=map(_series, found.templates)))


def _series(found: Template) -> pb.Series:
    series = fill(pb.Series(), found)
    series.lead.FromMilliseconds(found.lead_ms)
    return series


def _who(request: Any) -> dict[str, Any]:
    return {
        "account": request.account,
        "id": request.request_id or None,
        "competition": request.competition,
    }


def _plan(context: grpc.ServicerContext, plan: pb.Plan) -> dict[str, Any]:
    fields: dict[str, Any] = {
        field.name: getattr(plan, field.name)
        for field in plan.DESCRIPTOR.fields
        if field.name not in _OPTIONAL and field.message_type is None
    }
    fields |= {name: getattr(plan, name) for name in _OPTIONAL if plan.HasField(name)}
    fields |= read_times(context, plan, contract.Plan)
    fields |= {"prizes": list(plan.prizes), "shares_bps": list(plan.shares_bps)}
    return fields | {"options": options_of(context, fields.pop("options_json"))}


def options_of(context: grpc.ServicerContext, text: str) -> dict[str, Any]:
    """A game's options from JSON; empty: none. Refusal: `bad_request`."""
    try:
        return msgspec.json.decode(text or "{}", type=dict[str, Any])
    except msgspec.MsgspecError as error:
        refuse(context, Refusal("bad_request", str(error)))
