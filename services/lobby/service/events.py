"""Events of other services: decoded by the platform, passed on to the use case of their subject."""

from typing import Any

from services.contracts.lobby.accounts import privacy
from services.contracts.moderation import events as discipline_events
from services.contracts.moderation import orders
from services.contracts.moderation.companies import CompanyDecided
from services.contracts.moderation.conduct import CardsChanged, ChatMuted
from services.contracts.moderation.messages import MessageSent
from services.contracts.ranking.ratings import Rated
from services.contracts.ranking.statistics import QuintilesChanged
from services.contracts.tables.events import PauseChanged, SeatFreed, TableDone
from services.contracts.tables.problems import ProblemAnswered
from services.contracts.tournaments.events import CompetitionSoon, GameCalled, PrizesAsked
from services.contracts.wallet import limits as outside
from services.contracts.wallet import shop as economy
from services.contracts.wallet.balances import ChipsChanged
from services.lobby.accounts.pictures import use_cases as player_pictures
from services.lobby.accounts.terms import use_cases as posted_terms
from services.lobby.chat import use_cases as chat
from services.lobby.companies import staff_deeds
from services.lobby.conduct import staff, standings, warnings
from services.lobby.lists import client_updates
from services.lobby.presence import ratings
from services.lobby.privacy import erasure, export
from services.lobby.push import browsers as push
from services.lobby.push import notices, problem_notices
from services.lobby.social import gifts
from services.lobby.tables import competition_games as competitions
from services.lobby.tables import leaving, match_events
from services.platform.database.unit_of_work import Work
from services.platform.hosting.events import on_events
from services.platform.operations.live_settings import settings_changed


class EventHandlers:
    """A part of the lobby's service class."""

    app: Any

    @on_events(privacy.ExportAnswered)
    def export_answered(self, work: Work, events: list[privacy.ExportAnswered]) -> None:
        """Services have sent the data that they store about accounts."""
        export.exports_answered(work, self.app.ports, events)

    @on_events(privacy.ErasureAnswered)
    def erasure_answered(self, work: Work, events: list[privacy.ErasureAnswered]) -> None:
        """Services have erased their data of accounts."""
        erasure.erasures_answered(work, self.app.ports, events)

    @on_events(GameCalled)
    def game_called(self, work: Work, events: list[GameCalled]) -> None:
        """Games of competitions have to be started."""
        competitions.games_called(work, self.app.ports, events)
        notices.games_called(work, self.app.ports, events)

    @on_events(CompetitionSoon)
    def competition_soon(self, work: Work, events: list[CompetitionSoon]) -> None:
        """Competitions start soon."""
        notices.competitions_soon(work, self.app.ports, events)

    @on_events(ProblemAnswered, linger_ms=1_000, remember=False)  # the day shows whether the event is new
    def problem_answered(self, work: Work, events: list[ProblemAnswered]) -> None:
        """Problems of the day were answered."""
        problem_notices.answered(work, self.app.ports, events)

    @on_events(PrizesAsked)
    def prizes_asked(self, work: Work, events: list[PrizesAsked]) -> None:
        """Competitions pay prizes."""
        notices.prizes_asked(work, self.app.ports, events)

    @on_events(TableDone)
    def table_done(self, work: Work, events: list[TableDone]) -> None:
        """Tables have ended."""
        match_events.tables_done(work, self.app.ports, events)

    @on_events(SeatFreed)
    def seat_freed(self, work: Work, events: list[SeatFreed]) -> None:
        """Players have left matches that continue."""
        match_events.seats_freed(work, self.app.ports, events)

    @on_events(PauseChanged)
    def pause_changed(self, work: Work, events: list[PauseChanged]) -> None:
        """Matches wait for a player, or continue."""
        match_events.pause_changed(work, self.app.ports, events)

    @on_events(QuintilesChanged, linger_ms=1_000, remember=False)  # a quintile's number shows whether the event is new
    def quintiles_changed(self, work: Work, events: list[QuintilesChanged]) -> None:
        """Dominoes players have another quintile."""
        ratings.quintiles_changed(work, self.app.ports, events)

    @on_events(CardsChanged)
    def cards_changed(self, work: Work, events: list[CardsChanged]) -> None:
        """Accounts have other active cards."""
        standings.cards_changed(work, self.app.ports, events)

    @on_events(ChatMuted)
    def chat_muted(self, work: Work, events: list[ChatMuted]) -> None:
        """Staff have muted accounts."""
        chat.chat_muted(work, self.app.ports, events)

    @on_events(CompanyDecided)
    def company_decided(self, work: Work, events: list[CompanyDecided]) -> None:
        """Staff have decided about companies."""
        staff_deeds.companies_decided(work, self.app.ports, events)

    @on_events(discipline_events.StandingChanged)
    def standing_changed(self, work: Work, events: list[discipline_events.StandingChanged]) -> None:
        """Exclusions of accounts have changed."""
        standings.standings_changed(work, self.app.ports, events)

    @on_events(discipline_events.WatchChanged)
    def watch_changed(self, work: Work, events: list[discipline_events.WatchChanged]) -> None:
        """The accounts whose chat staff see live have changed."""
        staff.watches_changed(work, self.app.ports, events)

    @on_events(discipline_events.RolesChanged)
    def roles_changed(self, work: Work, events: list[discipline_events.RolesChanged]) -> None:
        """Roles of staff have changed."""
        staff.roles_changed(work, self.app.ports, events)

    @on_events(orders.OrderPlaced, "post_terms")
    def terms_ordered(self, work: Work, events: list[orders.OrderPlaced]) -> None:
        """Operators have posted terms."""
        posted_terms.terms_ordered(work, self.app.ports, events)

    @on_events(orders.SettingChanged)
    def on_setting_changed(self, work: Work, events: list[orders.SettingChanged]) -> None:
        """Operators change lists of words, and settings of other services that the lobby uses too."""
        chat.settings_changed(work, self.app.ports, events)
        settings_changed(work, self.app.live, events)

    @on_events(discipline_events.MessageAcknowledged)
    def message_acknowledged(self, work: Work, events: list[discipline_events.MessageAcknowledged]) -> None:
        """Warnings were acknowledged."""
        warnings.messages_acknowledged(work, self.app.ports, events)

    @on_events(discipline_events.ReportFiled)
    def report_filed(self, work: Work, events: list[discipline_events.ReportFiled]) -> None:
        """New reports."""
        staff.reports_filed(work, self.app.ports, events)

    @on_events(discipline_events.AppealFiled)
    def appeal_filed(self, work: Work, events: list[discipline_events.AppealFiled]) -> None:
        """New appeals."""
        staff.appeals_filed(work, self.app.ports, events)

    @on_events(discipline_events.CaseOpened)
    def case_opened(self, work: Work, events: list[discipline_events.CaseOpened]) -> None:
        """New cases."""
        staff.cases_opened(work, self.app.ports, events)

    @on_events(outside.SelfExcluded)
    def self_excluded(self, work: Work, events: list[outside.SelfExcluded]) -> None:
        """Players have excluded themselves from games for money."""
        leaving.self_excluded(work, self.app.ports, events)
        push.self_excluded(work, events)

    @on_events(economy.ItemGiven)
    def item_given(self, work: Work, events: list[economy.ItemGiven]) -> None:
        """Gifts at tables."""
        gifts.items_given(work, self.app.ports, events)

    @on_events(economy.AvatarWorn)
    def avatar_worn(self, work: Work, events: list[economy.AvatarWorn]) -> None:
        """Players wear other avatars."""
        player_pictures.avatars_worn(work, self.app.ports, events)

    @on_events(ChipsChanged)
    def chips_changed(self, work: Work, events: list[ChipsChanged]) -> None:
        """Balances have changed."""
        client_updates.chips_changed(work, self.app.ports, events)

    @on_events(MessageSent)
    def message_sent(self, work: Work, events: list[MessageSent]) -> None:
        """Messages of the Administrator were sent."""
        warnings.messages_sent(work, self.app.ports, events)

    @on_events(Rated, linger_ms=1_000, remember=False)  # a rating's number shows whether the event is new
    def rated(self, work: Work, events: list[Rated]) -> None:
        """Matches have been rated."""
        ratings.rated(work, self.app.ports, events)
