"""The entrypoints of matches, rounds and competitions: what is held for them, and what they pay (RULES.md §3–§6)."""

from typing import Any

from services.contracts.base import Done
from services.contracts.moderation import orders
from services.contracts.ranking import boards
from services.contracts.tables import events as tables
from services.contracts.tables import rounds as round_events
from services.contracts.tournaments import entries
from services.contracts.tournaments import events as competition_events
from services.contracts.wallet import balances as contract
from services.contracts.wallet.corrections import ChipsEffect, PreviewChips, PreviewRound, RoundEffect
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.platform.hosting.events import on_events
from services.platform.hosting.rpc import rpc
from services.wallet.competitions import use_cases as competitions
from services.wallet.corrections import orders as corrections
from services.wallet.rounds import guest_purses
from services.wallet.rounds import use_cases as rounds
from services.wallet.stakes import stake_checks

_BATCH_WAIT_MS = 3
"""How long a match's message waits for others, so that one commit carries many: 8 at once cost a fifth of 8 alone."""


class MatchEntrypoints:
    """A part of the wallet's service class."""

    app: Any

    @rpc(contract.CheckStake)
    def check_stake(self, request: contract.CheckStake) -> Done | Refusal:
        """Whether players may sit down for a stake."""
        return self.app.run(self.app.matches.check_stake, request)

    @rpc(contract.GetStakeRules)
    def get_stake_rules(self, _request: contract.GetStakeRules) -> contract.StakeRules:
        """Limits of stakes, and the rake."""
        return stake_checks.get_stake_rules(self.app.settings)

    @rpc(contract.CheckGuest)
    def check_guest(self, request: contract.CheckGuest) -> contract.GuestPurse | Refusal:
        """Whether a guest may sit down at a house-banked table."""
        return self.app.run(guest_purses.check_guest, request)

    @rpc(entries.PayEntry)
    def pay_entry(self, request: entries.PayEntry) -> Done | Refusal:
        """Take the price of an entry."""
        return self.app.run(competitions.pay_entry, request)

    @rpc(PreviewChips)
    def preview_chips(self, request: PreviewChips) -> ChipsEffect | Refusal:
        """What a correction would move."""
        correct = self.app.matches.correct
        return self.app.base.database.try_out(corrections.preview, self.app.settings, correct, request)

    @rpc(PreviewRound)
    def preview_round(self, request: PreviewRound) -> RoundEffect | Refusal:
        """What a correction of a round would move."""
        return self.app.base.database.try_out(corrections.preview_round, self.app.settings, request)

    @on_events(tables.MatchAsked, "staked", linger_ms=_BATCH_WAIT_MS)
    def on_match_asked(self, work: Work, events: list[tables.MatchAsked]) -> None:
        """Hold the stakes."""
        self.app.matches.hold(work, self.app.settings, events)

    @on_events(tables.MatchFinished, "staked", linger_ms=_BATCH_WAIT_MS)
    def on_match_finished(self, work: Work, events: list[tables.MatchFinished]) -> None:
        """Settle matches."""
        self.app.matches.settle(work, self.app.settings, events)

    @on_events(round_events.RoundAsked)
    def on_round_asked(self, work: Work, events: list[round_events.RoundAsked]) -> None:
        """Hold the bets of rounds."""
        rounds.hold_rounds(work, self.app.settings, events)

    @on_events(round_events.RoundEnded)
    def on_round_ended(self, work: Work, events: list[round_events.RoundEnded]) -> None:
        """Pay rounds."""
        rounds.pay_rounds(work, events)

    @on_events(round_events.PurseAsked)
    def on_purse_asked(self, work: Work, events: list[round_events.PurseAsked]) -> None:
        """Send tables the purses of guests."""
        guest_purses.publish_purses(work, events)

    @on_events(competition_events.RefundAsked)
    def on_refund_asked(self, work: Work, events: list[competition_events.RefundAsked]) -> None:
        """Refund the prices of entries."""
        competitions.refund_entries(work, events)

    @on_events(competition_events.PrizesAsked)
    def on_prizes_asked(self, work: Work, events: list[competition_events.PrizesAsked]) -> None:
        """Pay prizes."""
        competitions.pay_prizes(work, events)

    @on_events(competition_events.PrizesCorrected)
    def on_prizes_corrected(self, work: Work, events: list[competition_events.PrizesCorrected]) -> None:
        """Pay and take the differences of corrected prizes."""
        competitions.correct_prizes(work, events)

    @on_events(boards.BoardClosed)
    def on_board_closed(self, work: Work, events: list[boards.BoardClosed]) -> None:
        """Pay the prizes of leaderboards."""
        competitions.pay_boards(work, events)

    @on_events(orders.OrderPlaced, "correct_match")
    def on_match_ordered(self, work: Work, events: list[orders.OrderPlaced]) -> None:
        """Operators have ordered corrections of matches."""
        corrections.matches_ordered(work, self.app.settings, events, self.app.matches.correct)

    @on_events(orders.OrderPlaced, "correct_round")
    def on_round_ordered(self, work: Work, events: list[orders.OrderPlaced]) -> None:
        """Operators have ordered corrections of rounds."""
        corrections.rounds_ordered(work, self.app.settings, events)
