"""Messages between friends: written, read, and marked as read (RULES.md §20)."""

from typing import NamedTuple

from services.contracts.base import Done
from services.contracts.client.frames import MessagesReadFrame, PrivateMessageFrame
from services.contracts.lobby.chat import ChatLine
from services.contracts.lobby.people import messages as contract
from services.contracts.lobby.people.conduct import MessageRefused
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.accounts import permissions
from services.lobby.chat import rows as chat_rows
from services.lobby.chat import rules as chat
from services.lobby.commands.repeated_commands import once_per_id
from services.lobby.lists import client_updates
from services.lobby.messages import rows as stored
from services.lobby.messages import rules
from services.lobby.messages.rules import MESSAGES, NOT_FRIENDS
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.presence.player import Player
from services.lobby.social import block_rows as blocks
from services.lobby.social import friends
from services.platform.database.unit_of_work import Work


class _Two(NamedTuple):
    """Two friends, and since when they are."""

    me: Player
    other: Player
    since_ms: TimeMs


def list_conversations(work: Work, _ports: Ports, request: contract.ListConversations) -> contract.Conversations:
    """The account's conversations with friends, the newest first."""
    found = stored.find_conversations(work, request.account)
    return contract.Conversations(conversations=found, unread=sum(each.unread for each in found))


def list_messages(work: Work, ports: Ports, request: contract.ListMessages) -> contract.MessagePage | Refusal:
    """A page of the lines with a friend."""
    two = _find_two(work, players.find(work, request.account), players.find(work, request.player))
    if isinstance(two, Refusal):
        return two
    me, other = two.me.account, two.other.account
    found = stored.page(work, me, other, request.limit + 1, two.since_ms, request.before)
    lines = found[-request.limit :]
    closed = _check_home(two.other, ports) or rules.why_closed(two.me, two.other)
    return contract.MessagePage(
        account=other,
        name=two.other.name,
        lines=lines,
        next_before=lines[0].id if len(found) > len(lines) else None,
        unread=stored.count_unread(work, me, other, two.since_ms),
        closed=closed.error if closed else None,
        photo=two.other.photo,
        avatar=two.other.avatar,
    )


def write_message(ports: Ports, request: contract.WriteMessage) -> contract.PrivateLine | Refusal:
    """Write to a friend; both get the line wherever they are connected. What is refused changes nothing; that it was
    is reported afterwards, in a unit of work of its own."""
    line: contract.PrivateLine | Refusal = ports.run(_write_once, request)
    if isinstance(line, Refusal):
        metrics.messages_refused.labels(line.error).inc()
        if line.error in rules.COUNTED:
            ports.run(_report, request, line.error)
    return line


def _write_once(work: Work, ports: Ports, request: contract.WriteMessage) -> contract.PrivateLine | Refusal:
    return once_per_id(work, request, lambda: _write(work, ports, request))


def _report(work: Work, ports: Ports, request: contract.WriteMessage, error: str) -> None:
    """Report a refused message to moderation, if it is of those that are counted. Its text is not kept."""
    me, other = request.account, request.player
    is_stranger = error == NOT_FRIENDS.error
    cause = rules.cause_of(error, unwanted=is_stranger and bool(blocks.who_blocks(work, me, [other])))
    if cause is None or not ports.refused_messages.is_new(me, other, cause, work.now_ms):
        return
    reader = players.find(work, other)
    if reader is not None and not reader.is_erased:
        work.publish(MessageRefused(account=me, other=other, cause=cause, at_ms=work.now_ms))


def _write(work: Work, ports: Ports, request: contract.WriteMessage) -> contract.PrivateLine | Refusal:
    locked = players.lock(work, {request.account, request.player})
    line = _add(work, ports, request, locked.get(request.account), locked.get(request.player))
    if isinstance(line, Refusal):
        return line
    frame = PrivateMessageFrame(line=line, name=locked[request.account].name)
    client_updates.frame(work, ports, (line.account, line.to), frame)
    metrics.messages.inc()
    return line


def _add(
    work: Work, ports: Ports, request: contract.WriteMessage, me: Player | None, other: Player | None
) -> contract.PrivateLine | Refusal:
    """The stored line, or the first refusal in the order of the rules. Both players are locked: neither sits down,
    and no friendship ends, meanwhile."""
    if me is not None and (refusal := permissions.check(work, ports, me, "message")):
        return refusal
    two = _find_two(work, me, other)
    if isinstance(two, Refusal):
        return two
    if refusal := _check_home(two.other, ports) or rules.why_closed(two.me, two.other, request.watching):
        return refusal
    pace = chat_rows.lock_pace(work, request.account, MESSAGES)
    after, text = chat.say(pace, request.text, work.now_ms, ports.settings.chat)
    if after != pace and isinstance(text, Refusal):
        chat_rows.save_pace(work, request.account, MESSAGES, after)
        work.keep = True
    if isinstance(text, Refusal):
        return text
    begins = not stored.has_line(work, request.account, request.player, two.since_ms)
    written = stored.written(work, request.account, ports.settings.messages.day_max)
    if refusal := rules.check_amount(two.me, written, begins, work.now_ms, ports.settings.messages):
        return refusal
    chat_rows.save_pace(work, request.account, MESSAGES, after)
    return stored.add(work, request.account, request.player, text, begins=begins)


def read_messages(work: Work, ports: Ports, request: contract.ReadMessages) -> Done | Refusal:
    """Mark a friend's lines as read, for the account alone."""
    if friends.since(work, request.account, request.player) is None:
        return NOT_FRIENDS
    if stored.mark_read(work, request.account, request.player, request.up_to):
        frame = MessagesReadFrame(player=request.player, up_to=request.up_to)
        client_updates.frame(work, ports, (request.account,), frame)
    return Done()


def last_lines(work: Work, account: str, other: str, count_max: int) -> list[ChatLine]:
    """What two players have written last, friends or no more: for a report."""
    names = {player.account: player.name for player in players.find_some(work, [account, other])}
    return [
        ChatLine(
            id=line.id,
            room=MESSAGES,
            account=line.account,
            name=names.get(line.account, ""),
            text=line.text,
            at_ms=line.at_ms,
        )
        for line in stored.page(work, account, other, count_max)
    ]


def last_from(work: Work, writer: str, reader: str, since_ms: TimeMs) -> TimeMs | None:
    """When a player last wrote to another since then; None: not at all."""
    return stored.last_from(work, writer, reader, since_ms)


def measure(work: Work, _ports: Ports) -> None:
    """Update the number of conversations."""
    metrics.conversations.set(stored.count_conversations(work))


def _find_two(work: Work, me: Player | None, other: Player | None) -> _Two | Refusal:
    """`message_not_friends`, whatever the reason."""
    since_ms = friends.since(work, me.account, other.account) if me and other else None
    return NOT_FRIENDS if me is None or other is None or since_ms is None else _Two(me, other, since_ms)


def _check_home(other: Player, ports: Ports) -> Refusal | None:
    """`message_no_account`: a friend who may not write is not written to."""
    return Refusal("message_no_account") if permissions.check_home(other, ports, "message") else None
