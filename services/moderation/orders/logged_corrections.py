"""Operators' changes of results, rewards and competitions: entries of the audit log, and notices to the players."""

from collections.abc import Sequence

import msgspec

from services.contracts.moderation.orders import FreeMatchCorrected, RoundCorrected
from services.contracts.tournaments.events import CompetitionChanged, ResultCorrected
from services.contracts.wallet.events import MatchCorrected, RewardTakenBack, StakesReleased
from services.contracts.wallet.payments import DebtWrittenOff
from services.moderation.audit.audit_rows import append_audit
from services.moderation.audit.chain import Record
from services.moderation.messages import notices
from services.moderation.messages.use_cases import notify
from services.platform.database.unit_of_work import Work


def matches_corrected(work: Work, events: Sequence[MatchCorrected]) -> None:
    """Log corrections of matches; every player of the match is notified of the change of their chips."""
    for event in sorted(events, key=lambda each: (each.match, each.revision)):
        append_audit(
            work,
            Record(
                work.now_ms,
                event.by,
                "operator",
                "correct_match",
                event.match,
                f"settle:{event.match}:{event.revision}",
                event.reason,
                {"payouts": event.last_payouts},
                {
                    "payouts": event.payouts,
                    "outcome": event.outcome,
                    "winners": event.winners,
                    "accounts": event.accounts,
                },
            ),
        )
        for seat, account in enumerate(event.accounts):
            delta_chips = event.payouts[seat] - event.last_payouts[seat]
            notify(work, notices.match_corrected(account, event.match, event.revision, delta_chips, event.reason))


def rewards_taken_back(work: Work, events: Sequence[RewardTakenBack]) -> None:
    """Log rewards that were taken back; the player is notified."""
    for event in sorted(events, key=lambda each: each.reference):
        taken = {"chips": event.chips, "taken_chips": event.taken_chips}
        reference = f"takeback:{event.reference}"
        record = Record(work.now_ms, event.by, "operator", "take_back", event.account, reference, event.reason)
        append_audit(work, msgspec.structs.replace(record, after=taken))
        notify(
            work,
            notices.reward_taken_back(event.account, event.reference, event.chips, event.taken_chips, event.reason),
        )


def stakes_released(work: Work, events: Sequence[StakesReleased]) -> None:
    """Log stakes and bets that were given back because tables did not know what they were held for; every player is
    notified."""
    for event in sorted(events, key=lambda each: each.id):
        reference = f"settle:{event.id}:0"
        record = Record(work.now_ms, event.by, "operator", "release_stakes", event.id, reference, event.reason)
        append_audit(work, msgspec.structs.replace(record, after={"chips": event.chips, "kind": event.kind}))
        for account, chips in sorted(event.chips.items()):
            notify(work, notices.stake_released(account, event.id, chips, event.reason))


def debts_written_off(work: Work, events: Sequence[DebtWrittenOff]) -> None:
    """Log debts that were written off; the player is notified."""
    for event in sorted(events, key=lambda each: (each.account, each.at_ms)):
        reference = f"writeoff:{event.account}:{event.at_ms}"
        record = Record(work.now_ms, event.by, "operator", "write_off", event.account, reference, event.reason)
        append_audit(work, msgspec.structs.replace(record, after={"chips": event.chips}))
        notify(work, notices.debt_written_off(event))


def free_matches_corrected(work: Work, events: Sequence[FreeMatchCorrected]) -> None:
    """Log corrections of matches without a stake, which changed ratings and statistics, but no chips."""
    for event in sorted(events, key=lambda each: (each.match, each.revision)):
        what = f"correct:{event.match}:{event.revision}"
        after = {"outcome": event.outcome, "winners": event.winners, "accounts": event.accounts}
        append_audit(
            work,
            Record(work.now_ms, event.by, "operator", "correct_match", event.match, what, event.reason, None, after),
        )
        for account in event.accounts:
            notify(work, notices.result_corrected(account, event.match, event.revision, event.reason))


def results_corrected(work: Work, events: Sequence[ResultCorrected]) -> None:
    """Log corrections of competitions' games, like every change of a competition."""
    for event in sorted(events, key=lambda each: (each.match, each.revision)):
        for account in event.accounts:
            notify(work, notices.result_corrected(account, event.match, event.revision, event.reason))


def rounds_corrected(work: Work, events: Sequence[RoundCorrected]) -> None:
    """Log corrections of rounds against the bank."""
    for event in sorted(events, key=lambda each: (each.round, each.revision)):
        what = f"settle:{event.round}:{event.revision}"
        before, after = {"credited": event.last_credited}, {"credited": event.credited}
        append_audit(
            work,
            Record(work.now_ms, event.by, "operator", "correct_round", event.round, what, event.reason, before, after),
        )
        for account in sorted({*event.credited, *event.last_credited}):
            delta_chips = event.credited.get(account, 0) - event.last_credited.get(account, 0)
            notify(work, notices.match_corrected(account, event.round, event.revision, delta_chips, event.reason))


def competitions_changed(work: Work, events: Sequence[CompetitionChanged]) -> None:
    """Log changes of competitions and their templates by operators."""
    for event in sorted(events, key=lambda each: (each.at_ms, each.competition)):
        action = f"competition_{event.action}"
        after = {"called": event.name, **event.detail} if event.name else event.detail
        append_audit(
            work, Record(event.at_ms, event.by, "operator", action, event.competition, "", event.reason, None, after)
        )
