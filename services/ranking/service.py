"""Ranking's entrypoints: ratings asked for, and the matches that move them."""

from typing import Any

from services.contracts import outside, privacy, tables
from services.contracts import ranking as contract
from services.kernel.refusal import Refusal
from services.plumbing import settings as environment
from services.plumbing.database import Work
from services.plumbing.events import on_events, on_questions
from services.plumbing.host import Base, Wired
from services.plumbing.privacy import answer_erasures, answer_exports
from services.plumbing.rpc import rpc
from services.plumbing.rpc_client import RpcClient
from services.ranking import handlers, store
from services.ranking.elo import EloSettings
from services.ranking.settings import RankingSettings

_QUESTIONS_MS = 10
_FINISHED_MS = 100
"""How long matches wait for company: a transaction for ten costs little more than one for one, and nobody notices.
Whoever starts a match meanwhile has those that have finished rated first."""


class App:
    """What the entrypoints work with."""

    def __init__(self, base: Base, elo: EloSettings) -> None:
        """Made once a process."""
        self.base = base
        self.elo = elo


def make_app(base: Base, _rpc: RpcClient) -> App:
    """The application object; ranking asks nobody.

    Raises:
        SettingsError: the operator's settings do not fit together.
    """
    settings = environment.load(RankingSettings)
    if refusal := settings.check():
        raise environment.SettingsError(f"settings of ranking: {refusal.error}: {refusal.detail}")
    return App(base, settings.elo)


class RankingService:
    """General Elo."""

    name = "ranking"
    app: Any = Wired()

    @rpc(contract.GetRatings)
    def get_ratings(self, request: contract.GetRatings) -> contract.Ratings | Refusal:
        """Ratings of accounts."""
        return self.app.base.database.run(handlers.get_ratings, self.app.elo, request)

    @on_questions(tables.MatchAsked, "*", linger_ms=_QUESTIONS_MS, after=(tables.MatchFinished,))
    def on_match_asked(self, work: Work, events: list[tables.MatchAsked]) -> None:
        """Freeze ratings."""
        handlers.freeze(work, self.app.elo, events)

    # What has been rated is known by its match's row, under the lock of its players: nothing else need be remembered.
    @on_events(tables.MatchFinished, "staked", linger_ms=_FINISHED_MS, remember=False)
    def on_staked_match_finished(self, work: Work, events: list[tables.MatchFinished]) -> None:
        """Rate."""
        handlers.rate(work, self.app.elo, events)

    @on_events(tables.MatchFinished, "free", linger_ms=_FINISHED_MS, remember=False)
    def on_free_match_finished(self, work: Work, events: list[tables.MatchFinished]) -> None:
        """Rate; a match without stakes counts all the same, one of practice comes by another key."""
        handlers.rate(work, self.app.elo, events)

    @on_events(outside.MatchCorrected)
    def on_match_corrected(self, work: Work, events: list[outside.MatchCorrected]) -> None:
        """Operators have replaced results."""
        handlers.correct(work, self.app.elo, events)

    @on_events(privacy.ExportAsked)
    def on_export_asked(self, work: Work, events: list[privacy.ExportAsked]) -> None:
        """Somebody wants to have their data."""
        answer_exports(work, self.name, events, handlers.collect)

    @on_events(privacy.ErasureAsked)
    def on_erasure_asked(self, work: Work, events: list[privacy.ErasureAsked]) -> None:
        """Somebody is gone."""
        answer_erasures(work, self.name, events, store.erase)


SERVICE = RankingService
