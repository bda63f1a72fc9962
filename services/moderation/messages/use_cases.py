"""Messages from the Administrator: sent, listed, opened, acknowledged (RULES.md §8)."""

from collections.abc import Sequence

import msgspec

from services.contracts.moderation import messages as contract
from services.contracts.moderation.events import MessageAcknowledged
from services.contracts.ranking.boards import BoardPrizesPaid
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import clean_line, clean_text
from services.moderation.audit.chain import SYSTEM
from services.moderation.messages import message_rows, notices, rules
from services.moderation.messages.notices import Notice
from services.moderation.messages.rules import Letter
from services.moderation.staff import role_rows
from services.platform.database.unit_of_work import Work

UNKNOWN = Refusal("message_unknown")


def send(work: Work, request: contract.SendMessage) -> contract.AdminMessage | Refusal:
    """Store a message, and notify the recipients who are online."""
    refusal = rules.check(role_rows.roles_of(work, request.account), request.to, request.subject, request.body)
    if refusal is not None:
        return refusal
    return write(work, request, request.account)


def write(work: Work, request: contract.SendMessage, by: str) -> contract.AdminMessage:
    """The same without a check of roles, for the platform itself and for operators at the shell. A repeated id sends
    nothing."""
    subject, body = clean_line(request.subject), clean_text(request.body)
    return _send(work, Letter(request.id, request.to, request.kind, subject, body, work.now_ms), by)


def notify(work: Work, notice: Notice) -> contract.AdminMessage:
    """Send a notice of the platform."""
    words = (notice.subject, notice.body)
    letter = Letter(
        notice.id, notice.to, notice.kind, *words, created_at_ms=work.now_ms, code=notice.code, params=notice.params
    )
    return _send(work, letter, SYSTEM)


def _send(work: Work, letter: Letter, by: str) -> contract.AdminMessage:
    if message_rows.add(work, letter, by):
        work.publish(contract.MessageSent(message=message_of(letter)))
    return message_of(letter)


def list_messages(work: Work, request: contract.ListMessages) -> contract.AdminMessages:
    """An account's messages, oldest first, as they are shown at login."""
    found = message_rows.list_of(work, request.account, request.since_ms, contract.MESSAGES_MAX)
    return contract.AdminMessages(messages=[message_of(letter) for letter in found])


def read(work: Work, request: contract.ReadMessage) -> contract.AdminMessage | Refusal:
    """Store the first time at which a message was opened."""
    letter = message_rows.find(work, request.account, request.message)
    if letter is None:
        return UNKNOWN
    opened = rules.read(letter, work.now_ms)
    if opened != letter:
        message_rows.save(work, request.account, opened)
    return message_of(opened)


def acknowledge(work: Work, request: contract.AcknowledgeMessage) -> contract.AdminMessage | Refusal:
    """Acknowledge a message; possible once."""
    letter = message_rows.find(work, request.account, request.message)
    if letter is None:
        return UNKNOWN
    understood = rules.acknowledge(letter, work.now_ms)
    if isinstance(understood, Refusal):
        return understood
    message_rows.save(work, request.account, understood)
    if letter.kind == "warning":
        work.publish(MessageAcknowledged(account=request.account, message=letter.id))
    return message_of(understood)


def message_of(letter: Letter) -> contract.AdminMessage:
    """The contract's form of it."""
    return contract.AdminMessage(**msgspec.structs.asdict(letter))


def board_prizes_paid(work: Work, events: Sequence[BoardPrizesPaid]) -> None:
    """Send a message to each winner, once."""
    for event in sorted(events, key=lambda each: (each.board, each.period)):
        for prize in event.prizes:
            won = (prize.place, prize.chips, event.title)
            notify(work, notices.board_prize(prize.account, event.board, event.period, *won))
