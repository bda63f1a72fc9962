"""The tables service's RPC requests and events. Moves do not come this way but through the worker's queues."""

import threading
import time
from collections.abc import Callable
from typing import Any

import msgspec
from nameko.extensions import DependencyProvider

from services.contracts.base import Done
from services.contracts.lobby.accounts import privacy
from services.contracts.moderation import orders
from services.contracts.partners import lookups as other_systems
from services.contracts.tables import analysis, catalogue, fairness, journals, problems, sharing
from services.contracts.tables import events as tables_events
from services.contracts.tables import imports as texts
from services.contracts.tables import recordings as records
from services.contracts.tables.game_schemas import GameSchema, GetGameSchema
from services.contracts.tables.rounds import ListRounds, TableRounds
from services.contracts.tournaments.events import ResultCorrected
from services.contracts.wallet.events import MatchCorrected
from services.kernel.local_time import is_zone
from services.kernel.refusal import Refusal
from services.platform.broker.rpc_client import RpcClient
from services.platform.database.unit_of_work import Work
from services.platform.hosting.events import on_events
from services.platform.hosting.host import APP_KEY, Base, Wired
from services.platform.hosting.rpc import rpc
from services.platform.operations.file_stores import open_store
from services.platform.operations.live_settings import LiveSettings
from services.platform.operations.privacy import answer_erasures, answer_exports
from services.platform.operations.settings_events import SettingsEvents
from services.platform.process import settings as environment
from services.platform.process.logs import get_logger
from services.platform.process.quiet_pool import Busy, QuietPool
from services.platform.process.tasks import spawn
from services.tables import metrics
from services.tables import operator_orders as operator
from services.tables.analysis import use_cases as analyses
from services.tables.analysis.analyst import Analyst
from services.tables.analysis.computer import Computer, study_question
from services.tables.analysis.hint_rows import hint_question
from services.tables.bots.pool import bot_pool
from services.tables.catalogue import game_schemas, offers
from services.tables.fairness import use_cases as draws
from services.tables.history import partner_rows, table_round_rows
from services.tables.history import use_cases as history
from services.tables.history.recordings import RecordingCache, Source
from services.tables.imports import rows as imports
from services.tables.imports.rules import is_import, read_match, recording_of
from services.tables.journal import privacy_rows as privacy_journal
from services.tables.journal.archive.line_rows import Archive
from services.tables.problems import use_cases as problem_days
from services.tables.problems.provider import EVERY_S, Provider
from services.tables.settings import TablesSettings
from services.tables.sharing import use_cases as shares
from services.tables.sharing.painter import Painter

log = get_logger(__name__)

_CHANCE_AGE_S = 30.0
"""How old the counts may be that everybody is shown."""
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
        self._chance: dict[int, tuple[float, fairness.Chance]] = {}
        """By the number of days that are asked for: when it was made, and the answer."""
        self.analyst = Analyst(base.database, lambda: self.settings, self.any_recording)
        self.painter = Painter(base.database, lambda: self.settings, self.any_recording)
        self.provider = Provider(base.database, lambda: self.settings)
        self.computer = Computer(bot_pool(settings.bot_processes), settings.studies_waiting_max)

    def _adopt(self, settings: TablesSettings) -> None:
        """An operator has changed a setting. The workers read it by themselves."""
        self.settings = settings

    def recording(self, request: records.AboutRecording[Any]) -> records.Recording | Refusal:
        """A recording that the account may see; `service_unavailable` while too many requests wait."""
        if is_import(request.match):
            return self._imported(request.account, request.match)
        kept = self._recordings.get(request.match)
        if kept is not None:
            return history.check_access(kept, request)
        return self._made(self.base.database.run(history.find_source, request, self.archive))

    def _imported(self, account: str, match: str) -> records.Recording | Refusal:
        """What an account has brought. Its row says whether it is there; the cache only saves reading it again."""
        imported = self.base.database.run(imports.find_import, account, match)
        if isinstance(imported, Refusal):
            return imported
        kept = self._recordings.get(match)
        made: records.Recording | Refusal = kept or self._computed(recording_of, imported)
        if not isinstance(made, Refusal):
            self._recordings.put(made)
        return made

    def import_match(self, request: texts.ImportMatch) -> texts.ImportedMatch | Refusal:
        """Read a text, and keep it."""
        read = self._computed(read_match, request)
        kept: texts.ImportedMatch | Refusal = (
            read
            if isinstance(read, Refusal)
            else self.base.database.run(imports.keep_match, self.settings, request.account, read)
        )
        metrics.imports.labels(kept.error if isinstance(kept, Refusal) else "kept").inc()
        return kept

    def any_recording(self, match: str) -> records.Recording | Refusal:
        """A recording, for who computes its analysis and shows it to no one."""
        kept = self._recordings.get(match)
        return kept or self._made(self.base.database.run(history.find_any_source, match, self.archive))

    def _made(self, source: Source | Refusal) -> records.Recording | Refusal:
        """A recording made of its source, and cached."""
        if isinstance(source, Refusal):
            return source
        made: records.Recording | Refusal = self._computed(history.make_recording, source)
        if not isinstance(made, Refusal):
            self._recordings.put(made)
        return made

    def with_recording(self, handler: Callable[..., Any], request: records.AboutRecording[Any]) -> Any | Refusal:
        """The answer of a handler in a unit of work, which gets the settings, the request and its recording."""
        recording = self.recording(request)
        if isinstance(recording, Refusal):
            return recording
        return self.base.database.run(handler, self.settings, request, recording)

    def clear_recordings(self) -> None:
        """A name has been erased from what is stored: recordings have to be assembled again."""
        self._recordings.clear()

    def compute(self, handler: Callable[..., Any], request: records.AboutRecording[Any]) -> Any | Refusal:
        """The answer of a handler that gets the recording of a request."""
        recording = self.recording(request)
        return recording if isinstance(recording, Refusal) else self._computed(handler, recording, request)

    def study_problem(self, request: problems.StudyProblem) -> records.Study | Refusal:
        """A problem played on."""
        found = self.base.database.run(problem_days.study_problem, self.settings, request)
        return found if isinstance(found, Refusal) else self._computed(problem_days.play_on, found, request)

    def shared(self, link: str) -> records.Recording | Refusal:
        """The recording to which a link leads; `share_unknown`, `service_unavailable`, `rules_missing`."""
        match = self.base.database.run(shares.match_of, link)
        found = match if isinstance(match, Refusal) else self.any_recording(match)
        metrics.shares_asked.labels(found.error if isinstance(found, Refusal) else "shown").inc()
        if isinstance(found, Refusal) and found.error == "recording_unknown":
            return shares.UNKNOWN
        return found

    def get_shared(self, request: sharing.GetShared) -> sharing.Shared | Refusal:
        """What is shown of a shared match."""
        found = self.shared(request.link)
        return found if isinstance(found, Refusal) else self.base.database.run(shares.get_shared, request, found)

    def replay_shared(self, request: sharing.ReplayShared) -> records.Replay | Refusal:
        """Positions of a shared match."""
        found = self.shared(request.link)
        if isinstance(found, Refusal):
            return found
        made: records.Replay | Refusal = self._computed(shares.replay_shared, found, request)
        return made

    def count_draws(self, stopped: Callable[[], bool]) -> int:
        """Count the draws of all finished matches that wait; returns how many matches were added. Raises: Busy."""
        return draws.count_all(self.base.database, self.archive, self._beside, stopped)

    def chance(self, request: fairness.GetChance) -> fairness.Chance:
        """The counts for everybody, a moment old at most: they are long, and all are shown the same."""
        at_s, shown = self._chance.get(request.days, (-_CHANCE_AGE_S, None))
        if shown is None or time.monotonic() - at_s >= _CHANCE_AGE_S:
            shown = self.base.database.run(draws.get_chance, request)
            metrics.draws_probability.set(draws.least_probable(shown))
            self._chance[request.days] = (time.monotonic(), shown)
        return shown

    def _computed(self, work: Callable[..., Any], *args: Any) -> Any | Refusal:
        try:
            return self._beside(work, *args)
        except Busy:
            return history.UNAVAILABLE


def make_app(base: Base, _rpc: RpcClient) -> App:
    """The application object; the service sends no requests."""
    settings = environment.load(TablesSettings)
    if not is_zone(settings.house_zone):
        raise environment.SettingsError(f"settings of tables: no time zone: {settings.house_zone}")
    return App(base, settings)


class DrawCount(DependencyProvider):
    """Counts the draws of finished matches now and then, in every process that answers requests: at its own pace,
    beside play, which it never delays."""

    def setup(self) -> None:
        """Nothing runs yet."""
        self._stopped = threading.Event()

    def start(self) -> None:
        """Count from now on."""
        spawn("draw-count", self._run)

    def stop(self) -> None:
        """No more."""
        self._stopped.set()

    def kill(self) -> None:
        """No more, and at once."""
        self._stopped.set()

    def _run(self) -> None:
        app: App = self.container.config[APP_KEY]
        while not self._stopped.wait(app.settings.draws_count_s):
            try:
                app.count_draws(self._stopped.is_set)
                app.chance(fairness.GetChance())
            except Busy:
                log.info("draw_count_put_off")
            except Exception as error:  # noqa: BLE001 what was not counted waits for the next run
                metrics.draws_failures.inc()
                log.warning("draw_count_failed", error=f"{type(error).__name__}: {error}")


class ProblemDays(DependencyProvider):
    """Provides the problems of the day now and then, in every process that answers requests."""

    def setup(self) -> None:
        """Nothing runs yet."""
        self._stopped = threading.Event()

    def start(self) -> None:
        """Look from now on."""
        spawn("problem-days", self._run)

    def stop(self) -> None:
        """No more."""
        self._stopped.set()

    def kill(self) -> None:
        """No more, and at once."""
        self._stopped.set()

    def _run(self) -> None:
        app: App = self.container.config[APP_KEY]
        while not self._stopped.is_set():
            try:
                app.provider.run(self._stopped.is_set)
            except Exception as error:  # noqa: BLE001 the next run comes, and the metric tells of this one
                metrics.problem_failures.inc()
                log.warning("problem_days_failed", error=f"{type(error).__name__}: {error}")
            self._stopped.wait(EVERY_S)


class TablesService(SettingsEvents):
    """Queries that any tables process answers from the database."""

    name = "tables"
    app = Wired()
    draw_count = DrawCount()
    problem_days = ProblemDays()

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

    @rpc(ListRounds)
    def list_rounds(self, request: ListRounds) -> TableRounds | Refusal:
        """The newest rounds of a house-banked table."""
        return self.app.base.database.run(table_round_rows.list_rounds, request)

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

    @rpc(records.ListPlaces)
    def list_places(self, request: records.ListPlaces) -> records.RecordingPlaces | Refusal:
        """An account's matches, for an export."""
        return self.app.base.database.run(history.list_places, request)

    @rpc(records.FindMatches)
    def find_matches(self, request: records.FindMatches) -> records.Recordings | Refusal:
        """Ended matches, for operators."""
        return self.app.base.database.run(history.find_matches, request)

    @rpc(records.GetTotals)
    def get_totals(self, request: records.GetTotals) -> records.Totals:
        """Statistics of an account's matches."""
        return self.app.base.database.run(history.get_totals, request)

    @rpc(records.GetRecord)
    def get_record(self, request: records.GetRecord) -> records.PlayerRecord:
        """How an account has fared, and the viewer against it."""
        return self.app.base.database.run(history.get_record, request)

    @rpc(records.GetRecording)
    def get_recording(self, request: records.GetRecording) -> records.Recording | Refusal:
        """A whole recording, with what its result was corrected to, which no cache knows."""
        found = self.app.recording(request)
        if isinstance(found, Refusal):
            return found
        corrected = self.app.base.database.run(history.correction_of, request.match)
        return msgspec.structs.replace(found, corrected=corrected)

    @rpc(records.GetMatchText)
    def get_match_text(self, request: records.GetMatchText) -> records.MatchText | Refusal:
        """A recorded match as text for other programs; an import as it was brought."""
        if is_import(request.match):
            return self.app.base.database.run(imports.get_text, request.account, request.match)
        return self.app.compute(history.write_text, request)

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

    # --- matches from other programs ---

    @rpc(texts.ImportMatch)
    def import_match(self, request: texts.ImportMatch) -> texts.ImportedMatch | Refusal:
        """Keep a match that was played elsewhere."""
        return self.app.import_match(request)

    @rpc(texts.ListImports)
    def list_imports(self, request: texts.ListImports) -> texts.ImportedMatches:
        """The imports of an account."""
        return self.app.base.database.run(imports.list_imports, self.app.settings, request)

    @rpc(texts.DeleteImport)
    def delete_import(self, request: texts.DeleteImport) -> Done:
        """Delete an import."""
        return self.app.base.database.run(imports.delete_import, request)

    # --- shared replays ---

    @rpc(sharing.GetShares)
    def get_shares(self, request: sharing.GetShares) -> sharing.Shares:
        """What an account has shared and was asked."""
        return self.app.base.database.run(shares.get_shares, self.app.settings, request)

    @rpc(sharing.SetShareChoice)
    def set_share_choice(self, request: sharing.SetShareChoice) -> Done:
        """A standing answer."""
        return self.app.base.database.run(shares.set_share_choice, request)

    @rpc(sharing.ShareMatch)
    def share_match(self, request: sharing.ShareMatch) -> sharing.ShareLink | Refusal:
        """A link to a match."""
        found = self.app.base.database.run(shares.share_match, self.app.settings, request)
        self.app.painter.wake()
        if not isinstance(found, Refusal):
            metrics.shares_made.inc()
        return found

    @rpc(sharing.AnswerShare)
    def answer_share(self, request: sharing.AnswerShare) -> Done | Refusal:
        """Whether one's name may be shown."""
        return self.app.base.database.run(shares.answer_share, request)

    @rpc(sharing.WithdrawShare)
    def withdraw_share(self, request: sharing.WithdrawShare) -> Done | Refusal:
        """End a link."""
        return self.app.base.database.run(shares.withdraw_share, request)

    @rpc(sharing.GetShared)
    def get_shared(self, request: sharing.GetShared) -> sharing.Shared | Refusal:
        """What a link leads to."""
        return self.app.get_shared(request)

    @rpc(sharing.ReplayShared)
    def replay_shared(self, request: sharing.ReplayShared) -> records.Replay | Refusal:
        """Positions of a shared match."""
        return self.app.replay_shared(request)

    @rpc(sharing.GetSharedPicture)
    def get_shared_picture(self, request: sharing.GetSharedPicture) -> sharing.SharedPicture | Refusal:
        """A picture of a shared match."""
        return self.app.base.database.run(shares.get_shared_picture, request)

    # --- dice and deals in public ---

    @rpc(fairness.GetChance)
    def get_chance(self, request: fairness.GetChance) -> fairness.Chance:
        """Counts of all dice and deals, tested."""
        shown: fairness.Chance = self.app.chance(request)
        return shown

    @rpc(fairness.GetChanceCounts)
    def get_chance_counts(self, request: fairness.GetChanceCounts) -> fairness.ChanceCounts | Refusal:
        """Everything that is counted of a game."""
        return self.app.base.database.run(draws.get_counts, request)

    @rpc(fairness.GetLuck)
    def get_luck(self, request: fairness.GetLuck) -> fairness.OwnLuck:
        """The luck of an account."""
        return self.app.base.database.run(draws.get_luck, request)

    # --- analyses and the computer ---

    @rpc(analysis.AskAnalysis)
    def ask_analysis(self, request: analysis.AskAnalysis) -> analysis.Analysis | Refusal:
        """Order the analysis of a match."""
        found = self.app.with_recording(analyses.ask_analysis, request)
        self.app.analyst.wake()
        return found

    @rpc(analysis.GetAnalysis)
    def get_analysis(self, request: analysis.GetAnalysis) -> analysis.Analysis | Refusal:
        """An analysis as it stands."""
        return self.app.with_recording(analyses.get_analysis, request)

    @rpc(analysis.AskHint)
    def ask_hint(self, request: analysis.AskHint) -> analysis.ComputerMove | Refusal:
        """What the computer would do for a player's seat at a practice table."""
        question = self.app.base.database.run(hint_question, request)
        return question if isinstance(question, Refusal) else self.app.computer.answer(question)

    @rpc(analysis.AskComputer)
    def ask_computer(self, request: analysis.AskComputer) -> analysis.ComputerMove | Refusal:
        """What the computer would do in a study."""
        question = self.app.compute(study_question, request)
        return question if isinstance(question, Refusal) else self.app.computer.answer(question)

    @rpc(analysis.GetProblem)
    def get_problem(self, request: analysis.GetProblem) -> analysis.Problem | Refusal:
        """The problem of a day."""
        return self.app.base.database.run(problem_days.get_problem, self.app.settings, request)

    @rpc(analysis.SolveProblem)
    def solve_problem(self, request: analysis.SolveProblem) -> analysis.Solution | Refusal:
        """What a move is worth in a problem."""
        return self.app.base.database.run(problem_days.solve_problem, self.app.settings, request)

    @rpc(problems.ListProblems)
    def list_problems(self, request: problems.ListProblems) -> problems.OwnProblems:
        """Which problems there are, and how an account has answered them."""
        return self.app.base.database.run(problem_days.list_problems, self.app.settings, request)

    @rpc(problems.AnswerProblem)
    def answer_problem(self, request: problems.AnswerProblem) -> problems.ProblemOutcome | Refusal:
        """An account's answer to today's problem."""
        return self.app.base.database.run(problem_days.answer_problem, self.app.settings, request)

    @rpc(problems.GetProblemOutcome)
    def get_problem_outcome(self, request: problems.GetProblemOutcome) -> problems.ProblemOutcome | Refusal:
        """The solution of a problem, and what others have answered."""
        return self.app.base.database.run(problem_days.get_outcome, self.app.settings, request)

    @rpc(problems.StudyProblem)
    def study_problem(self, request: problems.StudyProblem) -> records.Study | Refusal:
        """A problem played on in the Academy."""
        return self.app.study_problem(request)

    # --- one account's data ---

    @rpc(privacy.CheckTablesLeft)
    def check_tables_left(self, request: privacy.CheckTablesLeft) -> Done | Refusal:
        """Whether every match of an account has ended."""
        return self.app.base.database.run(privacy_journal.check_tables_left, request)

    @on_events(tables_events.MatchFinished, "*", linger_ms=_TIMING_MS, wanted=lambda event: not event.practice)
    def on_match_finished(self, work: Work, events: list[tables_events.MatchFinished]) -> None:
        """Matches have ended: publish their decision times."""
        history.time_matches(work, events)

    @on_events(MatchCorrected)
    def on_match_corrected(self, work: Work, events: list[MatchCorrected]) -> None:
        """Operators have replaced results of matches for chips."""
        history.correct_results(work, events)

    @on_events(orders.FreeMatchCorrected)
    def on_free_match_corrected(self, work: Work, events: list[orders.FreeMatchCorrected]) -> None:
        """Operators have replaced results of matches without a stake."""
        history.correct_results(work, events)

    @on_events(ResultCorrected)
    def on_result_corrected(self, work: Work, events: list[ResultCorrected]) -> None:
        """Operators have replaced results of games of competitions."""
        history.correct_results(work, events)

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
