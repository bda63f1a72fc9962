"""The tables service's RPC requests and events. Moves do not come this way but through the worker's queues."""

from collections.abc import Callable
from typing import Any

from services.contracts.base import Done
from services.contracts.lobby import privacy
from services.contracts.moderation import orders
from services.contracts.partners import lookups as other_systems
from services.contracts.tables import catalogue, journals
from services.contracts.tables import events as tables_events
from services.contracts.tables import recordings as records
from services.contracts.tables.game_schemas import GameSchema, GetGameSchema
from services.kernel.refusal import Refusal
from services.platform.broker.rpc_client import RpcClient
from services.platform.database.unit_of_work import Work
from services.platform.hosting.events import on_events
from services.platform.hosting.host import Base, Wired
from services.platform.hosting.rpc import rpc
from services.platform.operations.file_stores import open_store
from services.platform.operations.live_settings import LiveSettings
from services.platform.operations.privacy import answer_erasures, answer_exports
from services.platform.operations.settings_events import SettingsEvents
from services.platform.process import settings as environment
from services.platform.process.quiet_pool import Busy, QuietPool
from services.tables import operator_orders as operator
from services.tables.catalogue import game_schemas, offers
from services.tables.history import partner_rows
from services.tables.history import use_cases as history
from services.tables.history.recording_cache import RecordingCache
from services.tables.journal import privacy_rows as privacy_journal
from services.tables.journal.archive.line_rows import Archive
from services.tables.settings import TablesSettings

_TIMING_MS = 2_000
"""Decision times are used for signals only, so many matches are read together."""


class App:
    """What the entrypoints use."""

    def __init__(self, base: Base, settings: TablesSettings, beside: Callable[..., Any] | None = None) -> None:
        """Created once a process. `beside`: runs a long computation without delaying a worker in this process."""
        self.base = base
        self.settings = settings
        self.live = LiveSettings("tables", settings, self._adopt)
        self._beside = beside or QuietPool(settings.studies_at_once, settings.studies_waiting_max).run
        self.archive = Archive(open_store(settings.journal_archive) if settings.journal_archive else None)
        self._recordings = RecordingCache(settings.recordings_in_memory)

    def _adopt(self, settings: TablesSettings) -> None:
        """An operator has changed a setting. The workers read it by themselves."""
        self.settings = settings

    def recording(self, request: records.AboutRecording[Any]) -> records.Recording | Refusal:
        """A recording that the account may see; `service_unavailable` while too many requests wait."""
        kept = self._recordings.get(request.match)
        if kept is not None:
            return history.check_access(kept, request)
        source = self.base.database.run(history.find_source, request, self.archive)
        if isinstance(source, Refusal):
            return source
        made: records.Recording | Refusal = self._computed(history.make_recording, source)
        if not isinstance(made, Refusal):
            self._recordings.put(made)
        return made

    def clear_recordings(self) -> None:
        """A name has been erased from what is stored: recordings have to be assembled again."""
        self._recordings.clear()

    def compute(self, handler: Callable[..., Any], request: records.AboutRecording[Any]) -> Any | Refusal:
        """The answer of a handler that gets the recording of a request."""
        recording = self.recording(request)
        return recording if isinstance(recording, Refusal) else self._computed(handler, recording, request)

    def _computed(self, work: Callable[..., Any], *args: Any) -> Any | Refusal:
        try:
            return self._beside(work, *args)
        except Busy:
            return history.UNAVAILABLE


def make_app(base: Base, _rpc: RpcClient) -> App:
    """The application object; the service sends no requests."""
    return App(base, environment.load(TablesSettings))


class TablesService(SettingsEvents):
    """Queries that any tables process answers from the database."""

    name = "tables"
    app = Wired()

    @rpc(catalogue.GetCatalogue)
    def get_catalogue(self, _request: catalogue.GetCatalogue) -> catalogue.Catalogue:
        """All games."""
        return offers.get_catalogue(self.app.settings)

    @rpc(GetGameSchema)
    def get_game_schema(self, request: GetGameSchema) -> GameSchema | Refusal:
        """The JSON Schema of a game's options, moves, views and events."""
        return game_schemas.get_game_schema(request)

    @rpc(catalogue.CheckOptions)
    def check_options(self, request: catalogue.CheckOptions) -> catalogue.CheckedOptions | Refusal:
        """Check a game's options."""
        return offers.check_options(self.app.settings, request)

    @rpc(catalogue.GetMatch)
    def get_match(self, request: catalogue.GetMatch) -> catalogue.MatchRecord | Refusal:
        """A stored match."""
        return self.app.base.database.run(history.get_match, request)

    @rpc(journals.GetJournal)
    def get_journal(self, request: journals.GetJournal) -> journals.Journal | Refusal:
        """An ended match's journal."""
        return self.app.base.database.run(history.get_journal, request, self.app.archive)

    # --- for other systems ---

    @rpc(other_systems.GetMatches)
    def get_matches(self, request: other_systems.GetMatches) -> other_systems.MatchesFound:
        """Many stored matches."""
        return self.app.base.database.run(partner_rows.get_matches, request)

    @rpc(other_systems.ListMatches)
    def list_matches(self, request: other_systems.ListMatches) -> other_systems.MatchPage:
        """A page of all matches."""
        return self.app.base.database.run(partner_rows.list_matches, request)

    @rpc(other_systems.LookAtTable)
    def look_at_table(self, request: other_systems.LookAtTable) -> other_systems.TableLook | Refusal:
        """A table's public view."""
        return self.app.base.database.run(partner_rows.look_at_table, self.app.settings, request)

    # --- recordings and the Academy ---

    @rpc(records.ListRecordings)
    def list_recordings(self, request: records.ListRecordings) -> records.Recordings | Refusal:
        """An account's recordings."""
        return self.app.base.database.run(history.list_recordings, request)

    @rpc(records.GetTotals)
    def get_totals(self, request: records.GetTotals) -> records.Totals:
        """Statistics of an account's matches."""
        return self.app.base.database.run(history.get_totals, request)

    @rpc(records.GetRecording)
    def get_recording(self, request: records.GetRecording) -> records.Recording | Refusal:
        """A whole recording."""
        return self.app.recording(request)

    @rpc(records.ReplayHand)
    def replay_hand(self, request: records.ReplayHand) -> records.Replay | Refusal:
        """The positions of a hand."""
        return self.app.compute(history.replay, request)

    @rpc(records.StudyHand)
    def study_hand(self, request: records.StudyHand) -> records.Study | Refusal:
        """A hand continued in the Academy."""
        return self.app.compute(history.study, request)

    @rpc(records.SaveBranch)
    def save_branch(self, request: records.SaveBranch) -> records.Branch | Refusal:
        """Save a study, if all of its steps are legal."""
        found = self.app.compute(history.study, request)
        if isinstance(found, Refusal):
            return found
        return self.app.base.database.run(history.save_branch, self.app.settings, request)

    @rpc(records.ListBranches)
    def list_branches(self, request: records.ListBranches) -> records.Branches:
        """The studies that an account has saved."""
        return self.app.base.database.run(history.list_branches, self.app.settings, request)

    @rpc(records.DeleteBranch)
    def delete_branch(self, request: records.DeleteBranch) -> Done:
        """Delete a study."""
        return self.app.base.database.run(history.delete_branch, request)

    # --- one account's data ---

    @rpc(privacy.CheckTablesLeft)
    def check_tables_left(self, request: privacy.CheckTablesLeft) -> Done | Refusal:
        """Whether every match of an account has ended."""
        return self.app.base.database.run(privacy_journal.check_tables_left, request)

    @on_events(tables_events.MatchFinished, "*", linger_ms=_TIMING_MS, wanted=lambda event: not event.practice)
    def on_match_finished(self, work: Work, events: list[tables_events.MatchFinished]) -> None:
        """Matches have ended: publish their decision times."""
        history.time_matches(work, events)

    @on_events(orders.OrderPlaced, "annul_match")
    def on_annulment_ordered(self, work: Work, events: list[orders.OrderPlaced]) -> None:
        """Operators have ordered that matches end without a result."""
        operator.orders_placed(work, events)

    @on_events(orders.OrderPlaced, "annul_round")
    def on_round_annulment_ordered(self, work: Work, events: list[orders.OrderPlaced]) -> None:
        """Operators have ordered that bets of a round are returned."""
        operator.orders_placed(work, events)

    @on_events(privacy.ExportAsked)
    def on_export_asked(self, work: Work, events: list[privacy.ExportAsked]) -> None:
        """An account has asked for the export of its data."""
        answer_exports(work, self.name, events, privacy_journal.collect)

    @on_events(privacy.ErasureAsked)
    def on_erasure_asked(self, work: Work, events: list[privacy.ErasureAsked]) -> None:
        """An account is being erased."""
        answer_erasures(work, self.name, events, privacy_journal.erase)
        work.after(self.app.clear_recordings)


SERVICE = TablesService
