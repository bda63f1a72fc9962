"""What clients send about competitions. What the rules ask of the fields is tournaments' to say."""

from typing import Annotated, Literal

import msgspec

from gateway.http.request_bodies import Body, Query
from services.contracts import tournaments as contract
from services.contracts.recordings import Name

Reason = Annotated[str, msgspec.Meta(max_length=600)]


class EntryBody(Body, frozen=True, kw_only=True):
    """Buy an entry; sent again with the same id it is one entry."""

    id: contract.Id


class StandingsQuery(Query, frozen=True, kw_only=True):
    """Which ranked players."""

    offset: contract.Count = 0
    limit: Annotated[int, msgspec.Meta(ge=1, le=200)] = 100


class GamesQuery(Query, frozen=True, kw_only=True):
    """Which games: those that run, one player's, those before a moment."""

    running: bool = False
    player: Name | None = None
    before_ms: contract.Time | None = None
    before_table: contract.Id | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=100)] = 50


class PlansQuery(Query, frozen=True, kw_only=True):
    """Which page of all competitions: the one after this competition."""

    after: contract.Id | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=200)] = 50


class EntrantsQuery(Query, frozen=True, kw_only=True):
    """Which players: those whose name begins so."""

    beginning: Annotated[str, msgspec.Meta(max_length=40)] = ""
    limit: Annotated[int, msgspec.Meta(ge=1, le=200)] = 50


class PlanBody(Body, frozen=True, kw_only=True):
    """A draft, and why it is made or changed. `preview`: nothing is kept, no reason is needed."""

    plan: contract.Plan
    preview: bool = False
    reason: Reason = ""


class PublicationBody(Body, frozen=True, kw_only=True):
    """Why a competition is announced; sent again with the same id it is done once."""

    id: contract.Id | None = None
    reason: Reason


class CancellationBody(Body, frozen=True, kw_only=True):
    """Why a competition is called off; sent again with the same id it is done once."""

    id: contract.Id | None = None
    reason: Reason


class DisqualificationBody(Body, frozen=True, kw_only=True):
    """Who is taken out, or (`undo`) put back, and why; sent again with the same id it is done once."""

    id: contract.Id | None = None
    player: Name
    reason: Reason
    undo: bool = False


class CorrectionBody(Body, frozen=True, kw_only=True):
    """A game's new result; sent again with the same id it is done once."""

    id: contract.Id | None = None
    result: int | Literal["tie", "void"]
    reason: Reason
    points: Annotated[list[int], msgspec.Meta(max_length=4)] | None = None
    departed: Annotated[list[int], msgspec.Meta(max_length=4)] = []
    own_mistake: bool = False


class TemplateBody(Body, frozen=True, kw_only=True):
    """A competition that comes again, and why it is made, changed or stopped."""

    plan: contract.Plan
    every: Literal["daily", "weekly"]
    lead_ms: Annotated[int, msgspec.Meta(ge=0, le=30 * 86_400_000)] = 86_400_000
    active: bool = True
    reason: Reason
