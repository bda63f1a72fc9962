"""Tournaments' entrypoints."""

from typing import Any

from services.contracts import privacy
from services.contracts import tournaments as contract
from services.kernel.refusal import Refusal
from services.plumbing import settings as environment
from services.plumbing.database import Work
from services.plumbing.events import on_events
from services.plumbing.host import Base, Wired
from services.plumbing.privacy import answer_erasures, answer_exports
from services.plumbing.rpc import rpc
from services.plumbing.rpc_client import RpcClient
from services.tournaments import handlers
from services.tournaments.competition import CompetitionSettings
from services.tournaments.settings import TournamentsSettings


class App:
    """What the entrypoints work with."""

    def __init__(self, base: Base, settings: CompetitionSettings) -> None:
        """Made once a process."""
        self.base = base
        self.settings = settings


def make_app(base: Base, _rpc: RpcClient) -> App:
    """The application object; so far tournaments asks nobody."""
    return App(base, environment.load(TournamentsSettings).competition)


class TournamentsService:
    """Competitions."""

    name = "tournaments"
    app: Any = Wired()

    @rpc(contract.ListCompetitions)
    def list_competitions(self, request: contract.ListCompetitions) -> contract.Competitions | Refusal:
        """Competitions that players may see."""
        return self.app.base.database.run(handlers.list_competitions, self.app.settings, request)

    @on_events(privacy.ExportAsked)
    def on_export_asked(self, work: Work, events: list[privacy.ExportAsked]) -> None:
        """Somebody wants to have their data."""
        answer_exports(work, self.name, events, handlers.collect)

    @on_events(privacy.ErasureAsked)
    def on_erasure_asked(self, work: Work, events: list[privacy.ErasureAsked]) -> None:
        """Somebody is gone."""
        answer_erasures(work, self.name, events, handlers.erase)


SERVICE = TournamentsService
