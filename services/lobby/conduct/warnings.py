"""Warnings, which are acknowledged before the next seat (services/moderation/RULES.md §5)."""

from collections.abc import Sequence

from services.contracts.client.frames import MessageFrame
from services.contracts.moderation.conduct import Conduct, GetConduct
from services.contracts.moderation.events import MessageAcknowledged
from services.contracts.moderation.messages import MessageSent
from services.kernel.refusal import Refusal
from services.lobby.conduct import rows as stored
from services.lobby.lists import client_updates
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.platform.database.unit_of_work import Work


def check_warnings(ports: Ports, account: str) -> Refusal | None:
    """`ack_required` while a warning is not acknowledged. Before it refuses, moderation is asked: the player may have
    acknowledged it a moment ago."""
    return check_waiting(ports, account, ports.run(_open_warnings, account))


def check_waiting(ports: Ports, account: str, waiting: list[str]) -> Refusal | None:
    """The same, for who has read already which warnings wait (`open_warnings`)."""
    if not waiting:
        return None
    answer = ports.rpc.call(GetConduct(account=account), timeout_ms=ports.settings.conduct_timeout_ms)
    if isinstance(answer, Conduct) and not answer.warnings:
        ports.run(_acknowledge, account, waiting)
        return None
    return Refusal("ack_required", {"messages": waiting})


def open_warnings(work: Work, account: str) -> list[str]:
    """The warnings of an account that are not acknowledged, as far as the lobby knows."""
    return stored.open_warnings(work, account)


def _open_warnings(work: Work, _ports: Ports, account: str) -> list[str]:
    return open_warnings(work, account)


def _acknowledge(work: Work, _ports: Ports, account: str, messages: list[str]) -> None:
    for message in messages:
        stored.save_warning(work, account, message, acknowledged=True)


def messages_acknowledged(work: Work, _ports: Ports, events: Sequence[MessageAcknowledged]) -> None:
    """Warnings were acknowledged."""
    erased = players.erased_among(work, {event.account for event in events})
    for event in sorted(events, key=lambda each: (each.account, each.message)):
        if event.account not in erased:
            stored.save_warning(work, event.account, event.message, acknowledged=True)


def messages_sent(work: Work, ports: Ports, events: list[MessageSent]) -> None:
    """Show messages to players who are logged in; the others read them at their next login."""
    erased = players.erased_among(work, {event.message.to for event in events if event.message.to is not None})
    for event in events:
        to = event.message.to
        if to in erased:
            continue
        if to is not None and event.message.kind == "warning":
            stored.save_warning(work, to, event.message.id, acknowledged=False)
        client_updates.frame(work, ports, None if to is None else (to,), MessageFrame(message=event.message))
