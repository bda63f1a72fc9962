"""Notices of the platform to players (RULES.md §8): a code for clients' texts, and the same in English."""

import hashlib
from datetime import UTC, datetime
from typing import Literal

import msgspec

from services.contracts.moderation.companies import DecideCompany, Deed
from services.contracts.wallet.payments import DebtWrittenOff, PaymentRestored, PaymentReversed
from services.kernel.clock import TimeMs

MAX_REASON = 500


class Notice(msgspec.Struct, frozen=True):
    """A text of the platform for one account. The same `id` is sent once."""

    id: str
    to: str
    code: str
    params: dict[str, str | int]
    subject: str
    body: str
    kind: Literal["notice", "decision"] = "notice"


def _id(*named: str) -> str:
    return hashlib.sha256("|".join(named).encode()).hexdigest()[:32]


def match_corrected(account: str, match: str, revision: int, delta_chips: int, reason: str) -> Notice:
    """An operator has replaced a match's result."""
    return Notice(
        _id("match_corrected", match, str(revision), account),
        account,
        "match_corrected",
        {"match": match, "chips": delta_chips, "reason": reason[:MAX_REASON]},
        "A result was corrected",
        f"The result of one of your matches was corrected: {delta_chips:+} chips. Reason: {reason[:MAX_REASON]}",
    )


def result_corrected(account: str, match: str, revision: int, reason: str) -> Notice:
    """An operator has replaced the result of a match in which no chips move by it."""
    return Notice(
        _id("result_corrected", match, str(revision), account),
        account,
        "result_corrected",
        {"match": match, "reason": reason[:MAX_REASON]},
        "A result was corrected",
        f"The result of one of your matches was corrected. Reason: {reason[:MAX_REASON]}",
    )


def reward_taken_back(account: str, reference: str, chips: int, taken_chips: int, reason: str) -> Notice:
    """An operator has taken back what was gained by misconduct."""
    return Notice(
        _id("reward_taken_back", reference),
        account,
        "reward_taken_back",
        {"chips": chips, "taken": taken_chips, "reason": reason[:MAX_REASON]},
        "A reward was taken back",
        f"Of {chips} chips that you were given {taken_chips} were taken back. Reason: {reason[:MAX_REASON]}",
    )


def stake_released(account: str, id: str, chips: int, reason: str) -> Notice:
    """What was held for a match or a round that had been lost has come back."""
    return Notice(
        _id("stake_released", id, account),
        account,
        "stake_released",
        {"chips": chips, "reason": reason[:MAX_REASON]},
        "A stake came back to you",
        f"One of your matches could not be continued or counted. Your {chips} chips came back to you. Reason: "
        f"{reason[:MAX_REASON]}",
    )


def debt_written_off(event: DebtWrittenOff) -> Notice:
    """A debt for payments that were taken back was written off."""
    return Notice(
        _id("debt_written_off", event.account, str(event.at_ms)),
        event.account,
        "debt_written_off",
        {"chips": event.chips},
        "A debt was written off",
        f"You owed {event.chips} chips for payments that were taken back. They are written off: stakes and purchases "
        "are open again.",
    )


def board_prize(account: str, board: str, period: str, place: int, chips: int, title: str = "") -> Notice:
    """A prize of a leaderboard was paid; `title`: of a board of its own, which is called so."""
    called = title or board
    return Notice(
        _id("board_prize", board, period, account),
        account,
        "board_prize",
        {"board": called, "period": period, "place": place, "chips": chips},
        "A prize of a leaderboard",
        f"You took place {place} on the leaderboard {called} for {period} and have won {chips} chips.",
    )


def payment_reversed(event: PaymentReversed) -> Notice:
    """A provider has taken a payment, or a part of it, back."""
    number = () if event.number == 1 else (str(event.number),)
    body = (
        f"Your payment for {event.chips} chips was taken back by its provider. {event.taken_chips} chips were taken "
        "back with it."
    )
    params: dict[str, str | int] = {"chips": event.chips, "taken": event.taken_chips}
    code, subject = "payment_reversed", "A payment was taken back"
    if event.debt_chips:
        code, params = "payment_debt", params | {"debt": event.debt_chips}
        body += f" You owe {event.debt_chips} chips: stakes and purchases are closed until you pay them in the shop."
    return Notice(_id("payment_reversed", event.payment, *number), event.account, code, params, subject, body)


def payment_restored(event: PaymentRestored) -> Notice:
    """A dispute about a payment was won, or a refund of it has failed."""
    return Notice(
        _id("payment_restored", event.payment, str(event.number)),
        event.account,
        "payment_restored",
        {"chips": event.chips},
        "A payment stands again",
        f"What was taken back for one of your payments counts as paid again. {event.chips} chips came back to you, and "
        "nothing is owed for them any more.",
    )


def suspended(account: str, suspension: str, colour: str, from_ms: TimeMs, until_ms: TimeMs, reason: str) -> Notice:
    """A card, or staff, have suspended the account. Cards have no other reason than their colour."""
    why = _CAUSES.get(reason, reason[:MAX_REASON])
    return Notice(
        _id("suspended", suspension),
        account,
        "suspended",
        {"colour": colour, "from_ms": from_ms, "until_ms": until_ms, "reason": reason[:MAX_REASON]},
        "Your account was suspended",
        f"Your account was suspended from {_moment(from_ms)} until {_moment(until_ms)}. Reason: {why}",
        "decision",
    )


_CAUSES = {
    "yellow": "too many yellow cards, for slow play",
    "blue": "two blue cards, for not coming back to a match",
}


def suspension_lifted(account: str, suspension: str, reason: str) -> Notice:
    """Staff have ended a suspension before its time."""
    return Notice(
        _id("suspension_lifted", suspension),
        account,
        "suspension_lifted",
        {"reason": reason[:MAX_REASON]},
        "Your suspension was lifted",
        f"A suspension of your account was lifted, and its cards count no longer. Reason: {reason[:MAX_REASON]}",
        "decision",
    )


def unblocked(account: str, block: str, reason: str) -> Notice:
    """Staff have ended a block."""
    return Notice(
        _id("unblocked", block, account),
        account,
        "unblocked",
        {"reason": reason[:MAX_REASON]},
        "Your account is open again",
        f"The block of your account was ended. Reason: {reason[:MAX_REASON]}",
        "decision",
    )


def blocked(account: str, block: str, reason: str) -> Notice:
    """An administrator has blocked the account for good."""
    return Notice(
        _id("blocked", block, account),
        account,
        "blocked",
        {"reason": reason[:MAX_REASON]},
        "Your account was blocked",
        f"Your account was blocked permanently. Reason: {reason[:MAX_REASON]}",
        "decision",
    )


def card_revoked(account: str, card: str, colour: str, reason: str) -> Notice:
    """A card was taken back after a fault of the server."""
    return Notice(
        _id("card_revoked", card),
        account,
        "card_revoked",
        {"colour": colour, "reason": reason[:MAX_REASON]},
        "A card was revoked",
        f"One of your {colour} cards was revoked. Reason: {reason[:MAX_REASON]}",
    )


def warned(account: str, report: str, category: str, message: str) -> Notice:
    """Staff have warned the player; `message`: what they say beside it. Kept as a message of kind `warning`."""
    said = f" {message}" if message else ""
    return Notice(
        _id("warned", report),
        account,
        "warned",
        {"category": category, "message": message},
        "A warning",
        f"Your conduct was reported ({category}) and looked into. This is a warning.{said}",
    )


_OF_COMPANIES: dict[Deed, tuple[str, str]] = {
    "rename": ("Your company was renamed", 'The name of your company "{company}" was taken away; it is now "{name}".'),
    "restore_name": ("Your company has its name again", 'Your company "{company}" is "{name}" again.'),
    "remove_picture": ("A picture was removed", 'The picture of your company "{company}" was removed.'),
    "close_chat": ("A chat was closed", 'The chat of your company "{company}" is closed until {until}.'),
    "open_chat": ("A chat is open again", 'The chat of your company "{company}" is open again.'),
    "close": ("Your company was closed", 'Your company "{company}" was closed.'),
    "reopen": ("Your company is open again", 'Your company "{name}" is open again, with those who were in it.'),
}


def company_decided(decided: DecideCompany, until_ms: TimeMs, reason: str) -> Notice:
    """Staff have decided about a company; its founder learns what and why."""
    subject, body = _OF_COMPANIES[decided.deed]
    shown = body.format(company=decided.company_name, name=decided.new_name, until=_moment(until_ms))
    params: dict[str, str | int] = {"company": decided.company_name, "name": decided.new_name, "reason": reason}
    return Notice(
        _id("company", decided.deed, decided.company, decided.id),
        decided.founder,
        f"company_{decided.deed}",
        params | {"until_ms": until_ms} if until_ms else params,
        subject,
        f"{shown} Reason: {reason[:MAX_REASON]}",
        "decision",
    )


def report_decided(reporter: str, report: str) -> Notice:
    """All that a reporter learns: not what was decided."""
    return Notice(
        _id("report_decided", report),
        reporter,
        "report_decided",
        {},
        "Your report was decided",
        "Thank you for your report. It was looked into and decided.",
    )


def appeal_ruled(account: str, appeal: str, outcome: str, until_ms: TimeMs | None, reason: str) -> Notice:
    """Another administrator has ruled on an appeal."""
    params: dict[str, str | int] = {"outcome": outcome, "reason": reason[:MAX_REASON]}
    return Notice(
        _id("appeal_ruled", appeal),
        account,
        "appeal_ruled",
        params if until_ms is None else params | {"until_ms": until_ms},
        "Your appeal was decided",
        f"Your appeal was decided: {outcome}. Reason: {reason[:MAX_REASON]}",
        "decision",
    )


def _moment(at_ms: TimeMs) -> str:
    return datetime.fromtimestamp(at_ms // 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
