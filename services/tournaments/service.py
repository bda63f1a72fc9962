"""The RPC requests and events of tournaments."""

from typing import Any

from nameko.extensions import DependencyProvider

from services.contracts.base import Done
from services.contracts.lobby.accounts import access, privacy
from services.contracts.lobby.accounts import accounts as lobby
from services.contracts.lobby.accounts.accounts import PersonKnown
from services.contracts.moderation import events as discipline_events
from services.contracts.moderation import orders
from services.contracts.moderation.reports import Receipt
from services.contracts.tables import events as tables
from services.contracts.tournaments import calendar, entries
from services.contracts.tournaments import competitions as contract
from services.contracts.tournaments import corrections as corrected
from services.contracts.tournaments import made as own
from services.contracts.tournaments.templates import ListTemplates, SaveTemplate, Template, Templates
from services.contracts.wallet import limits as outside
from services.kernel.refusal import Refusal
from services.platform.broker.rpc_client import RpcClient
from services.platform.database.unit_of_work import Work
from services.platform.hosting.events import on_events
from services.platform.hosting.host import APP_KEY, Base, Wired
from services.platform.hosting.rpc import rpc
from services.platform.operations import known_person_rows as person_facts
from services.platform.operations.privacy import answer_erasures, answer_exports
from services.platform.operations.settings_events import SettingsEvents
from services.platform.process import settings as environment
from services.tournaments import queries as views
from services.tournaments.app import App
from services.tournaments.calendar import use_cases as schedule
from services.tournaments.entries import use_cases as registration
from services.tournaments.feeds import use_cases as feeds
from services.tournaments.made import use_cases as made
from services.tournaments.pairing import use_cases as matchmaking
from services.tournaments.plans import series
from services.tournaments.plans import use_cases as administration
from services.tournaments.privacy import rows as own_privacy
from services.tournaments.prizes import use_cases as prizegiving
from services.tournaments.results import corrections, previews
from services.tournaments.results import finished_games as results
from services.tournaments.settings import TournamentsSettings

_COMPANY_MS = 50
"""How long events of games wait for others: one unit of work for all of them locks the competition's row
once."""
_FINISHED_MS = 200
"""Matches are looked at together, because most of them are of no competition."""


def make_app(base: Base, rpc: RpcClient) -> App:
    """The application object.

    Raises:
        SettingsError: the operator's settings do not fit together.
    """
    settings = environment.load(TournamentsSettings)
    if refusal := settings.check():
        raise environment.SettingsError(f"settings of tournaments: {refusal.error}: {refusal.detail}")
    return App(base, rpc, settings)


class Background(DependencyProvider):
    """Runs the application's background work as long as the container runs."""

    def start(self) -> None:
        """Start with the container."""
        self.container.config[APP_KEY].start()

    def stop(self) -> None:
        """Stop after the last request."""
        self.container.config[APP_KEY].stop()


class TournamentsService(SettingsEvents):
    """The requests and events of tournaments."""

    name = "tournaments"
    app: Any = Wired()
    background: Any = Background()

    # --- queries of players ---

    @rpc(contract.ListCompetitions)
    def list_competitions(self, request: contract.ListCompetitions) -> contract.Competitions | Refusal:
        """Competitions that players may see."""
        return self.app.run(views.list_competitions, request)

    @rpc(contract.GetCompetition)
    def get_competition(self, request: contract.GetCompetition) -> contract.CompetitionCard | Refusal:
        """One competition."""
        return self._shown(views.get_competition, request)

    @rpc(contract.GetStandings)
    def get_standings(self, request: contract.GetStandings) -> contract.CompetitionStandings | Refusal:
        """A page of the standings."""
        return self._shown(views.get_standings, request)

    @rpc(contract.ListGames)
    def list_games(self, request: contract.ListGames) -> contract.Games | Refusal:
        """Games, newest first."""
        return self._shown(views.list_games, request)

    def _shown(self, handler: Any, request: Any) -> Any:
        """Run a query about a competition, if the competition is for the asking account."""
        return made.check_seen(self.app.ports, request.competition, request.account) or self.app.run(handler, request)

    @rpc(calendar.GetCalendar)
    def get_calendar(self, request: calendar.GetCalendar) -> calendar.Calendar:
        """The competitions of some days."""
        return self.app.run(schedule.get_calendar, request)

    @rpc(calendar.ListPastCompetitions)
    def list_past_competitions(self, request: calendar.ListPastCompetitions) -> calendar.PastCompetitions:
        """The last competitions with their winners."""
        return schedule.list_past(self.app.ports, request)

    @rpc(calendar.ListOwnCompetitions)
    def list_own_competitions(self, request: calendar.ListOwnCompetitions) -> calendar.OwnCompetitions:
        """The competitions that an account has entered."""
        return self.app.run(schedule.list_own, request)

    # --- feeds ---

    @rpc(calendar.GetCalendarFeed)
    def get_calendar_feed(self, request: calendar.GetCalendarFeed) -> calendar.CalendarFeed:
        """Whether an account has a feed."""
        return self.app.run(feeds.get, request)

    @rpc(calendar.MakeCalendarFeed)
    def make_calendar_feed(self, request: calendar.MakeCalendarFeed) -> calendar.CalendarFeed:
        """Make a feed."""
        return self.app.run(feeds.make, request)

    @rpc(calendar.EndCalendarFeed)
    def end_calendar_feed(self, request: calendar.EndCalendarFeed) -> Done:
        """End a feed."""
        return self.app.run(feeds.end, request)

    @rpc(calendar.ReadCalendarFeed)
    def read_calendar_feed(self, request: calendar.ReadCalendarFeed) -> calendar.PersonalCalendar | Refusal:
        """What a feed shows."""
        return schedule.read_feed(self.app.ports, request)

    # --- commands of players ---

    @rpc(contract.Enter)
    def enter(self, request: contract.Enter) -> contract.CompetitionEntry | Refusal:
        """Buy an entry."""
        return registration.enter(self.app.ports, request)

    @rpc(contract.Withdraw)
    def withdraw(self, request: contract.Withdraw) -> Done | Refusal:
        """Withdraw all entries of an account."""
        return self.app.run_once(registration.withdraw, request)

    @rpc(contract.AskGame)
    def ask_game(self, request: contract.AskGame) -> contract.Waiting | Refusal:
        """Wait for a game."""
        return matchmaking.ask_game(self.app.ports, request)

    @rpc(contract.StopWaiting)
    def stop_waiting(self, request: contract.StopWaiting) -> Done | Refusal:
        """Wait no longer."""
        return self.app.run_once(matchmaking.stop_waiting, request)

    # --- made by players ---

    @rpc(own.MakeCompetition)
    def make_competition(self, request: own.MakeCompetition) -> own.MadeCompetition | Refusal:
        """Make a competition."""
        return made.make(self.app.ports, request)

    @rpc(own.StartCompetition)
    def start_competition(self, request: own.StartCompetition) -> Done | Refusal:
        """Start one's competition."""
        return self.app.run_once(made.start, request)

    @rpc(own.CallOffCompetition)
    def call_off_competition(self, request: own.CallOffCompetition) -> Done | Refusal:
        """Call one's competition off."""
        return self.app.run_once(made.call_off, request)

    @rpc(own.ListInvitedCompetitions)
    def list_invited_competitions(self, request: own.ListInvitedCompetitions) -> contract.Competitions | Refusal:
        """Competitions of friends and companies."""
        return made.list_invited(self.app.ports, request)

    @rpc(own.ReportCompetition)
    def report_competition(self, request: own.ReportCompetition) -> Receipt | Refusal:
        """Report a competition."""
        return made.report(self.app.ports, request)

    @rpc(own.CloseCompetition)
    def close_competition(self, request: own.CloseCompetition) -> Done | Refusal:
        """Close a player's competition, by staff."""
        app = self.app
        return administration.as_staff(
            app.ports, request.account, lambda: app.run_once(made.close, request), own.CloseCompetition.staff_roles
        )

    # --- operators ---

    @rpc(contract.ListEntrants)
    def list_entrants(self, request: contract.ListEntrants) -> contract.Entrants | Refusal:
        """The entrants, with those who are disqualified."""
        return self._operate(administration.list_entrants, request, "auditor")

    @rpc(contract.ListPlans)
    def list_plans(self, request: contract.ListPlans) -> contract.PlanCards | Refusal:
        """A page of all competitions, drafts too."""
        return self._operate(administration.list_plans, request)

    @rpc(contract.GetPlan)
    def get_plan(self, request: contract.GetPlan) -> contract.PlanCard | Refusal:
        """One competition or draft."""
        return self._operate(administration.get_plan, request)

    @rpc(contract.SaveCompetition)
    def save_competition(self, request: contract.SaveCompetition) -> contract.PlanCard | Refusal:
        """Create or change a draft."""
        return administration.as_operator(
            self.app.ports, request.account, lambda: administration.save_competition(self.app.ports, request)
        )

    @rpc(contract.PublishCompetition)
    def publish_competition(self, request: contract.PublishCompetition) -> contract.PlanCard | Refusal:
        """Announce a draft."""
        return self._operate_once(administration.publish_competition, request)

    @rpc(contract.CancelCompetition)
    def cancel_competition(self, request: contract.CancelCompetition) -> contract.PlanCard | Refusal:
        """Cancel a competition."""
        return self._operate_once(administration.cancel_competition, request)

    @rpc(contract.Disqualify)
    def disqualify(self, request: contract.Disqualify) -> Done | Refusal:
        """Disqualify a player, or undo that."""
        return self._operate_once(corrections.disqualify, request)

    @rpc(contract.CorrectGame)
    def correct_game(self, request: contract.CorrectGame) -> Done | Refusal:
        """Replace a game's result."""
        return self._operate_once(corrections.correct_game, request)

    @rpc(SaveTemplate)
    def save_template(self, request: SaveTemplate) -> Template | Refusal:
        """Create, change or stop a template."""
        return administration.as_operator(
            self.app.ports, request.account, lambda: series.save_template(self.app.ports, request)
        )

    @rpc(ListTemplates)
    def list_templates(self, request: ListTemplates) -> Templates | Refusal:
        """All templates."""
        return self._operate(series.list_templates, request)

    @rpc(corrected.PreviewStandings)
    def preview_standings(self, request: corrected.PreviewStandings) -> corrected.StandingsEffect | Refusal:
        """What a correction of a match would change in its competition."""
        app = self.app
        shown = lambda: app.base.database.try_out(previews.preview, app.ports, request)  # noqa: E731
        return administration.as_operator(app.ports, request.account, shown)

    @rpc(contract.ListAudit)
    def list_audit(self, request: contract.ListAudit) -> contract.Audit | Refusal:
        """The changes of a competition."""
        return self._operate(administration.list_audit, request, "auditor")

    def _operate(self, handler: Any, request: Any, *roles: str) -> Any:
        """Run a handler in one unit of work, for operators or accounts with one of `roles`."""
        app = self.app
        return administration.as_operator(app.ports, request.account, lambda: app.run(handler, request), *roles)

    def _operate_once(self, handler: Any, request: Any) -> Any:
        """The same, and a command that was carried out under the request's id is answered as the first time."""
        app = self.app
        return administration.as_operator(app.ports, request.account, lambda: app.run_once(handler, request))

    # --- events ---

    @on_events(entries.EntriesRefunded)
    def on_entries_refunded(self, work: Work, events: list[entries.EntriesRefunded]) -> None:
        """The wallet has refunded entries."""
        registration.entries_refunded(work, self.app.ports, events)

    @on_events(entries.PrizesPaid)
    def on_prizes_paid(self, work: Work, events: list[entries.PrizesPaid]) -> None:
        """The wallet has paid prizes."""
        prizegiving.prizes_paid(work, self.app.ports, events)

    @on_events(entries.GameSeated, linger_ms=_COMPANY_MS)
    def on_game_seated(self, work: Work, events: list[entries.GameSeated]) -> None:
        """The lobby has seated called players."""
        matchmaking.games_seated(work, self.app.ports, events)

    @on_events(entries.GameNotSeated)
    def on_game_not_seated(self, work: Work, events: list[entries.GameNotSeated]) -> None:
        """Called players were not present."""
        matchmaking.games_not_seated(work, self.app.ports, events)

    @on_events(tables.MatchFinished, "free", linger_ms=_FINISHED_MS, wanted=lambda event: event.competition is not None)
    def on_match_finished(self, work: Work, events: list[tables.MatchFinished]) -> None:
        """Matches have ended, among them games of competitions, which have no stake."""
        results.matches_finished(work, self.app.ports, events)

    @on_events(orders.FreeMatchCorrected)
    def on_free_match_corrected(self, work: Work, events: list[orders.FreeMatchCorrected]) -> None:
        """Operators have corrected matches at the console; some are games of competitions."""
        corrections.free_matches_corrected(work, self.app.ports, events)

    @on_events(outside.SelfExcluded)
    def on_self_excluded(self, work: Work, events: list[outside.SelfExcluded]) -> None:
        """Players have excluded themselves from games for money."""
        registration.self_excluded(work, self.app.ports, events)

    @on_events(discipline_events.StandingChanged)
    def on_standing_changed(self, work: Work, events: list[discipline_events.StandingChanged]) -> None:
        """Accounts are suspended, blocked, or let in again."""
        registration.standings_changed(work, self.app.ports, events)
        made.standings_changed(work, self.app.ports, {event.account for event in events})

    @on_events(lobby.Registered)
    def on_registered(self, work: Work, events: list[lobby.Registered]) -> None:
        """New accounts."""
        person_facts.registered(work, events)

    @on_events(PersonKnown)
    def on_person_known(self, work: Work, events: list[PersonKnown]) -> None:
        """Accounts of earlier releases."""
        person_facts.on_record(work, events)

    @on_events(lobby.SessionBegan)
    def on_session_began(self, work: Work, events: list[lobby.SessionBegan]) -> None:
        """Accounts are used from devices and networks."""
        person_facts.sessions_began(work, events)

    @on_events(access.EmailConfirmed)
    def on_email_confirmed(self, work: Work, events: list[access.EmailConfirmed]) -> None:
        """Owners have confirmed their addresses."""
        person_facts.emails_confirmed(work, events)

    @on_events(discipline_events.ReviewChanged)
    def on_review_changed(self, work: Work, events: list[discipline_events.ReviewChanged]) -> None:
        """Cases about accounts were opened or closed."""
        person_facts.reviews_changed(work, events)

    @on_events(privacy.ExportAsked)
    def on_export_asked(self, work: Work, events: list[privacy.ExportAsked]) -> None:
        """Accounts have asked for the export of their data."""
        answer_exports(work, self.name, events, own_privacy.collect)

    @on_events(privacy.ErasureAsked)
    def on_erasure_asked(self, work: Work, events: list[privacy.ErasureAsked]) -> None:
        """Accounts are being erased."""
        answer_erasures(work, self.name, events, lambda each, account: own_privacy.erase(each, self.app.ports, account))


SERVICE = TournamentsService

__all__ = ["SERVICE", "App", "Background", "TournamentsService", "make_app"]
