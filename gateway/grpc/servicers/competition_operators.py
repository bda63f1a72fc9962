"""Competitions as operators manage them, for other systems. The service account of the caller acts; tournaments
checks its roles."""

import json
from typing import Any

import grpc
import msgspec

from gateway.grpc.calls.message_conversion import request_of
from gateway.grpc.calls.method_forwarding import forwarded
from gateway.grpc.calls.service_calls import Asker, refuse
from gateway.grpc.gen.kafeneio.tournaments.v1 import tournaments_pb2 as pb
from services.contracts.tournaments import competitions as contract
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
        return pb.SaveResponse(card=_card(self._asker.ask(context, asked)))

    Publish = forwarded(contract.PublishCompetition, lambda found: pb.PublishResponse(card=_card(found)))
    Cancel = forwarded(contract.CancelCompetition, lambda found: pb.CancelResponse(card=_card(found)))
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
    fields |= {"prizes": list(plan.prizes), "shares_bps": list(plan.shares_bps)}
    options = fields.pop("options_json")
    try:
        return fields | {"options": msgspec.json.decode(options or "{}", type=dict[str, Any])}
    except msgspec.MsgspecError as error:
        refuse(context, Refusal("bad_request", str(error)))


def _card(found: contract.PlanCard) -> pb.PlanCard:
    fields = msgspec.structs.asdict(found.plan)
    options = json.dumps(fields.pop("options"))
    plan = pb.Plan(options_json=options, **{name: value for name, value in fields.items() if value is not None})
    return pb.PlanCard(
        id=found.id,
        state=found.state,
        plan=plan,
        pool_chips=found.pool_chips,
        prizes_chips=found.prizes_chips,
        reason=found.reason or "",
    )
