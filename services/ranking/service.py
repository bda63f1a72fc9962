"""Ranking's entrypoints: what is asked, the matches that move ratings, and the clock of boards."""

import threading
import time
from collections.abc import Callable
from typing import Any

from nameko.extensions import DependencyProvider

from services.contracts.lobby.accounts import access, privacy
from services.contracts.lobby.accounts import accounts as lobby
from services.contracts.lobby.accounts.accounts import PersonKnown
from services.contracts.lobby.accounts.bots import BotMade
from services.contracts.moderation import events as discipline_events
from services.contracts.moderation import orders
from services.contracts.ranking import badges as badge_contract
from services.contracts.ranking import boards, statistics
from services.contracts.ranking import corrections as corrected
from services.contracts.ranking import days as day_contract
from services.contracts.ranking import ratings as contract
from services.contracts.tables import events as tables
from services.contracts.tables.problems import ProblemAnswered
from services.contracts.tournaments import events as competition_events
from services.contracts.wallet import events as wallet_events
from services.contracts.wallet import limits
from services.kernel.refusal import Refusal
from services.platform.broker.rpc_client import RpcClient
from services.platform.database.unit_of_work import Work
from services.platform.hosting.events import on_events, on_questions
from services.platform.hosting.host import APP_KEY, Base, Wired
from services.platform.hosting.rpc import rpc
from services.platform.operations import known_person_rows as person_facts
from services.platform.operations.live_settings import LiveSettings
from services.platform.operations.privacy import answer_erasures, answer_exports
from services.platform.operations.settings_events import SettingsEvents
from services.platform.process import settings as environment
from services.platform.process.logs import get_logger
from services.platform.process.tasks import spawn
from services.ranking import accounts, metrics
from services.ranking.badges import use_cases as badges
from services.ranking.boards import periods
from services.ranking.boards import queries as board_queries
from services.ranking.classification import use_cases as classification
from services.ranking.days import use_cases as days
from services.ranking.matches import audits, corrections, operator_orders, previews, recent_ratings
from services.ranking.matches import use_cases as matches
from services.ranking.settings import RankingSettings
from services.ranking.statistics import use_cases as match_statistics

log = get_logger(__name__)

_QUESTIONS_MS = 10
_APART_MS = 100
"""Questions of many tables are answered, and matches rated, ten times a second; of a few, at once."""
_FINISHED_MS = 20
_DAYS_MS = 2_000
"""Days in a row are looked at in quiet moments, so that many matches are noted together."""
_SETTLED_MS = 200
"""How long matches wait for company: a transaction for ten costs little more than one for one. Players who have asked
for a rematch wait for the first (`_APART_MS` under load), nobody for the second."""


class App:
    """What the entrypoints work with."""

    def __init__(self, base: Base, settings: RankingSettings) -> None:
        """Made once a process."""
        self.base = base
        self.settings = settings
        self.live = LiveSettings("ranking", settings, self._adopt, RankingSettings.check)
        self.recent = recent_ratings.RecentRatings()

    def _adopt(self, settings: RankingSettings) -> None:
        """An operator has changed a setting."""
        self.settings = settings

    def run(self, handler: Any, request: Any) -> Any:
        """One unit of work: `handler(work, settings, request)`."""
        return self.base.database.run(handler, self.settings, request)

    def look(self, handler: Any, *asked: Any) -> Any:
        """A handler that only reads: `handler(work, *asked)`, without a transaction."""
        return self.base.database.look(handler, *asked)

    # --- the clock: each a unit of work, safe in every replica at once ---

    def look_after_boards(self) -> None:
        """Take out what must not count, begin periods, close those that are due one after the other, pay prizes whose
        reviews are over, cut ranges that have grown."""
        run = self.base.database.run
        while run(audits.audit_next, self.settings):
            pass
        run(periods.begin, self.settings)
        while run(periods.close_next, self.settings):
            pass
        run(periods.review_next, self.settings)
        while run(periods.split_next):
            pass

    def measure_boards(self) -> None:
        """Set the gauges of boards, also when `look_after_boards` fails: they say what it has not done."""
        self.base.database.run(periods.measure, self.settings)

    def clock_actions(self) -> list[tuple[Callable[[], None], int]]:
        """What the clock does, in this order, and every how many seconds. Each may fail without the others."""
        settings = self.settings
        return [
            (self.look_after_boards, settings.board_clock_s),
            (self.measure_boards, settings.board_clock_s),
            (self.award_badges, settings.badges_s),
            (self.look_after_quintiles, settings.classification_s),
            (self.check, settings.ranking_check_s),
            (self.recount, settings.ranking_recount_s),
        ]

    def look_after_quintiles(self) -> None:
        """Notify players of quintiles that others' matches have changed."""
        while self.base.database.run(classification.sweep):
            pass

    def award_badges(self) -> None:
        """Give and take back badges of accounts with new deeds, of each once: those that get new ones meanwhile wait
        for the next time."""
        run = self.base.database.run
        before_ms = run(badges.measure)
        while run(badges.award_next, before_ms):
            pass
        run(badges.measure)

    def check(self) -> None:
        """Count PRs and places anew."""
        self.base.database.run(classification.check)
        self.base.database.run(periods.check)

    def recount(self) -> None:
        """Add PRs up anew, and forget what is known of persons, friendly matches and days for too long."""
        self.base.database.run(classification.recount)
        self.base.database.run(audits.forget_old)
        self.base.database.run(days.forget, self.settings)


def make_app(base: Base, _rpc: RpcClient) -> App:
    """The application object; ranking asks nobody.

    Raises:
        SettingsError: the operator's settings do not fit together.
    """
    settings = environment.load(RankingSettings)
    if refusal := settings.check():
        raise environment.SettingsError(f"settings of ranking: {refusal.error}: {refusal.detail}")
    return App(base, settings)


class BoardClock(DependencyProvider):
    """Looks after periods, quintiles and counts now and then, in every ranking process."""

    def setup(self) -> None:
        """Nothing runs yet."""
        self._stopped = threading.Event()

    def start(self) -> None:
        """Look from now on."""
        spawn("board-clock", self._run)

    def stop(self) -> None:
        """No more."""
        self._stopped.set()

    def kill(self) -> None:
        """No more, and at once."""
        self._stopped.set()

    def _run(self) -> None:
        app: App = self.container.config[APP_KEY]
        settings = app.settings
        due = app.clock_actions()
        next_s = dict.fromkeys(range(len(due)), 0.0)
        # The last one reads all matches: a process that is started again and again must not do so each time.
        next_s[len(due) - 1] = time.monotonic() + settings.ranking_check_s
        while not self._stopped.is_set():
            for number, (action, every_s) in enumerate(due):
                if time.monotonic() >= next_s[number]:
                    try_action(action)
                    next_s[number] = time.monotonic() + every_s
            self._stopped.wait(min(settings.board_clock_s, settings.classification_s))


def try_action(action: Callable[[], None]) -> None:
    """Do one thing of the clock; a failure is logged and counted."""
    try:
        action()
    except Exception as error:  # noqa: BLE001 the next look comes, and the metric tells of this one
        metrics.clock_failures.inc()
        log.warning("ranking_clock_failed", action=action.__name__, error=f"{type(error).__name__}: {error}")


class RankingService(SettingsEvents):
    """General Elo, leaderboards, dominoes classification, statistics."""

    name = "ranking"
    app: Any = Wired()
    clock = BoardClock()

    # --- boards ---

    @rpc(boards.ListBoards)
    def list_boards(self, request: boards.ListBoards) -> boards.Boards:
        """The running periods."""
        return self.app.look(board_queries.list_boards, request)

    @rpc(boards.GetBoard)
    def get_board(self, request: boards.GetBoard) -> boards.Board | Refusal:
        """Part of a board."""
        return self.app.look(board_queries.get_board, request)

    @rpc(boards.ListPastPeriods)
    def list_past_periods(self, request: boards.ListPastPeriods) -> boards.BoardPeriods | Refusal:
        """Periods that are over."""
        return self.app.look(board_queries.list_past_periods, request)

    @rpc(boards.GetStandings)
    def get_standings(self, request: boards.GetStandings) -> boards.Standings:
        """A player's places."""
        return self.app.look(board_queries.get_standings, request)

    @rpc(boards.ListDefinitions)
    def list_definitions(self, request: boards.ListDefinitions) -> boards.Definitions | Refusal:
        """What operators have defined."""
        return self.app.look(board_queries.list_definitions, request)

    # --- classification and statistics ---

    @rpc(statistics.GetClassification)
    def get_classification(self, request: statistics.GetClassification) -> statistics.Classifications:
        """Part of the dominoes classification."""
        return self.app.look(classification.get_classification, request)

    @rpc(statistics.GetQuintiles)
    def get_quintiles(self, request: statistics.GetQuintiles) -> statistics.Quintiles | Refusal:
        """PRs and quintiles of accounts."""
        return self.app.look(classification.get_quintiles, request)

    @rpc(statistics.GetStatistics)
    def get_statistics(self, request: statistics.GetStatistics) -> statistics.PlayerStatistics | Refusal:
        """A player's page."""
        return self.app.look(match_statistics.get_statistics, self.app.settings, request)

    @rpc(statistics.ListPlayedMatches)
    def list_played_matches(self, request: statistics.ListPlayedMatches) -> statistics.PlayedMatches | Refusal:
        """A page of a player's recorded matches."""
        return self.app.look(match_statistics.list_played_matches, request)

    @rpc(statistics.GetMatchHands)
    def get_match_hands(self, request: statistics.GetMatchHands) -> statistics.MatchHands | Refusal:
        """A match hand by hand."""
        return self.app.look(match_statistics.get_match_hands, request)

    @rpc(day_contract.GetDays)
    def get_days(self, request: day_contract.GetDays) -> day_contract.Days:
        """One's own streak of days."""
        return self.app.look(days.get_days, self.app.settings, request)

    @rpc(badge_contract.ListBadges)
    def list_badges(self, request: badge_contract.ListBadges) -> badge_contract.Badges:
        """A player's badges."""
        return self.app.look(badges.list_badges, request)

    @rpc(badge_contract.GetOwnBadges)
    def get_own_badges(self, request: badge_contract.GetOwnBadges) -> badge_contract.OwnBadges:
        """One's own badges, and those that are there to earn."""
        return self.app.look(badges.get_own_badges, request)

    @on_events(tables.MatchFinished, "*", linger_ms=_DAYS_MS, wanted=lambda event: not event.practice)
    def on_match_finished(self, work: Work, events: list[tables.MatchFinished]) -> None:
        """Note the days on which people have played."""
        days.matches_finished(work, self.app.settings, events)

    @on_events(ProblemAnswered, linger_ms=_DAYS_MS)
    def on_problem_answered(self, work: Work, events: list[ProblemAnswered]) -> None:
        """Note the days on which people have solved a problem, for the row of days and for a badge."""
        days.problems_answered(work, self.app.settings, events)
        badges.problems_answered(work, events)

    # --- ratings ---

    @rpc(contract.GetRatings)
    def get_ratings(self, request: contract.GetRatings) -> contract.Ratings | Refusal:
        """Ratings of accounts."""
        return self.app.look(matches.get_ratings, self.app.settings.elo, request)

    @rpc(corrected.PreviewRatings)
    def preview_ratings(self, request: corrected.PreviewRatings) -> corrected.RatingsEffect | Refusal:
        """What a correction would change."""
        return self.app.base.database.try_out(previews.preview, self.app.settings, request)

    @on_questions(tables.MatchAsked, "*", linger_ms=_QUESTIONS_MS, after=(tables.MatchFinished,), apart_ms=_APART_MS)
    def on_match_asked(self, work: Work, events: list[tables.MatchAsked]) -> None:
        """Freeze ratings."""
        matches.freeze(work, self.app.settings.elo, events, self.app.recent)

    # What has been rated is known by its match's row, under the lock of its players: nothing else need be remembered.
    @on_events(tables.MatchFinished, "staked", linger_ms=_FINISHED_MS, remember=False, apart_ms=_APART_MS)
    def on_staked_match_finished(self, work: Work, events: list[tables.MatchFinished]) -> None:
        """Rate."""
        matches.rate(work, self.app.settings, events, self.app.recent)

    @on_events(tables.MatchFinished, "free", linger_ms=_FINISHED_MS, remember=False, apart_ms=_APART_MS)
    def on_free_match_finished(self, work: Work, events: list[tables.MatchFinished]) -> None:
        """Rate; a match without stakes counts all the same, one of practice comes by another key."""
        matches.rate(work, self.app.settings, events, self.app.recent)

    @on_events(orders.CorrectionHandedOn)
    def on_correction_handed_on(self, work: Work, events: list[orders.CorrectionHandedOn]) -> None:
        """Operators correct matches that had no stake."""
        operator_orders.free_matches_ordered(work, self.app.settings, events)
        work.after(self.app.recent.clear)

    @on_events(orders.OrderPlaced, "save_board")
    def on_board_ordered(self, work: Work, events: list[orders.OrderPlaced]) -> None:
        """Operators define boards."""
        operator_orders.boards_ordered(work, self.app.settings, events)
        work.after(self.app.recent.clear)

    @on_events(orders.OrderPlaced, "close_board")
    def on_closing_ordered(self, work: Work, events: list[orders.OrderPlaced]) -> None:
        """Operators close periods."""
        operator_orders.boards_ordered(work, self.app.settings, events)
        work.after(self.app.recent.clear)

    @on_events(wallet_events.MatchCorrected)
    def on_match_corrected(self, work: Work, events: list[wallet_events.MatchCorrected]) -> None:
        """Operators have replaced results."""
        corrections.correct(work, self.app.settings, events)
        work.after(self.app.recent.clear)
        match_statistics.chips_corrected(work, events)

    @on_events(competition_events.ResultCorrected)
    def on_result_corrected(self, work: Work, events: list[competition_events.ResultCorrected]) -> None:
        """Operators have replaced results of competitions' games, in which no chips were at stake."""
        corrections.correct(work, self.app.settings, corrections.of_competitions(events))
        work.after(self.app.recent.clear)

    @on_events(wallet_events.MatchSettled, linger_ms=_SETTLED_MS)
    def on_match_settled(self, work: Work, events: list[wallet_events.MatchSettled]) -> None:
        """What matches paid."""
        match_statistics.chips_settled(work, events)

    @on_events(boards.BoardPrizesPaid)
    def on_board_prizes_paid(self, work: Work, events: list[boards.BoardPrizesPaid]) -> None:
        """The wallet has paid prizes."""
        periods.prizes_paid(work, events)

    @on_events(discipline_events.StandingChanged)
    def on_standing_changed(self, work: Work, events: list[discipline_events.StandingChanged]) -> None:
        """Accounts that are kept out, or let in again."""
        accounts.standing_changed(work, self.app.settings, events)
        work.after(self.app.recent.clear)

    @on_events(limits.SelfExcluded)
    def on_self_excluded(self, work: Work, events: list[limits.SelfExcluded]) -> None:
        """Players who have shut the games for chips to themselves."""
        accounts.excluded(work, events)

    @on_events(lobby.Registered)
    def on_registered(self, work: Work, events: list[lobby.Registered]) -> None:
        """New accounts."""
        audits.persons_changed(work, person_facts.registered(work, events))

    @on_events(PersonKnown)
    def on_person_known(self, work: Work, events: list[PersonKnown]) -> None:
        """Accounts of earlier releases."""
        audits.persons_changed(work, person_facts.on_record(work, events))

    @on_events(BotMade)
    def on_bot_made(self, work: Work, events: list[BotMade]) -> None:
        """Bot accounts, and whose they are."""
        audits.persons_changed(work, person_facts.bots_made(work, events))

    @on_events(lobby.SessionBegan)
    def on_session_began(self, work: Work, events: list[lobby.SessionBegan]) -> None:
        """Accounts are used from devices and networks."""
        audits.persons_changed(work, person_facts.sessions_began(work, events))

    @on_events(access.EmailConfirmed)
    def on_email_confirmed(self, work: Work, events: list[access.EmailConfirmed]) -> None:
        """Owners have confirmed their addresses."""
        audits.persons_changed(work, person_facts.emails_confirmed(work, events))

    @on_events(discipline_events.ReviewChanged)
    def on_review_changed(self, work: Work, events: list[discipline_events.ReviewChanged]) -> None:
        """Cases about accounts were opened or closed."""
        person_facts.reviews_changed(work, events)

    @on_events(privacy.ExportAsked)
    def on_export_asked(self, work: Work, events: list[privacy.ExportAsked]) -> None:
        """Somebody wants to have their data."""
        answer_exports(work, self.name, events, accounts.collect)

    @on_events(privacy.ErasureAsked)
    def on_erasure_asked(self, work: Work, events: list[privacy.ErasureAsked]) -> None:
        """Somebody is gone."""
        answer_erasures(work, self.name, events, lambda work, account: accounts.erase(work, self.app.settings, account))
        work.after(self.app.recent.clear)


SERVICE = RankingService
