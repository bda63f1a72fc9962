"""Staff in the lobby: their roles, whose chat they see live, news of reports, appeals and cases, and what they ask
(services/moderation/RULES.md §5, §9)."""

from collections.abc import Sequence
from typing import TypeVar

from services.contracts.base import Done
from services.contracts.client.frames import StaffFrame
from services.contracts.lobby.accounts.security_log import NoteStaffRead
from services.contracts.lobby.chat import ChatLine
from services.contracts.lobby.people import conduct as contract
from services.contracts.lobby.people import devices
from services.contracts.moderation.events import AppealFiled, CaseOpened, ReportFiled, RolesChanged, WatchChanged
from services.contracts.staff_roles import ADMINISTRATORS, DECIDERS, EVERYONE, READERS
from services.kernel.refusal import Refusal
from services.lobby.access import security_log_rows as security
from services.lobby.access.networks import network_of
from services.lobby.chat import rows as chat
from services.lobby.chat.rules import clean
from services.lobby.conduct import rows as stored
from services.lobby.lists import client_updates
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.sessions import device_class_rows as device_classes
from services.lobby.sessions import rows as sessions
from services.platform.database.unit_of_work import Work

E = TypeVar("E", WatchChanged, RolesChanged)


def watches_changed(work: Work, _ports: Ports, events: Sequence[WatchChanged]) -> None:
    """The accounts whose chat staff see live have changed."""
    for event in _of_known_accounts(work, events):
        stored.save_watch(work, event.account, event.seq, event.watched, event.until_ms)


def roles_changed(work: Work, _ports: Ports, events: Sequence[RolesChanged]) -> None:
    """The roles of accounts have changed. An open session of a new member of staff ends as early as one that staff
    have opened."""
    for event in _of_known_accounts(work, events):
        if stored.save_roles(work, event.account, event.seq, event.roles):
            sessions.mark_staff(work, event.account, staff=bool(event.roles))


def _of_known_accounts(work: Work, events: Sequence[E]) -> list[E]:
    """Events in the order of their numbers, without those about erased accounts."""
    erased = players.erased_among(work, {event.account for event in events})
    in_order = sorted(events, key=lambda each: (each.account, each.seq))
    return [event for event in in_order if event.account not in erased]


# --- live updates ---


def show_watched(work: Work, ports: Ports, line: ChatLine) -> None:
    """Send a watched player's line to staff who may read reports."""
    if stored.is_watched(work, line.account):
        _send(work, ports, READERS, StaffFrame(news="line", line=line))


def reports_filed(work: Work, ports: Ports, events: Sequence[ReportFiled]) -> None:
    """Notify every administrator of a report: by whom, about whom, its text, and how often the player was reported."""
    for event in events:
        named = stored.names(work, [event.reporter, event.reported])
        data = {
            "report": event.report,
            "reporter": named.get(event.reporter, event.reporter),
            "reported": named.get(event.reported, event.reported),
            "category": event.category,
            "comment": event.comment,
            "times_reported": event.times_reported,
        }
        _send(work, ports, DECIDERS, StaffFrame(news="report", data=data))


def appeals_filed(work: Work, ports: Ports, events: Sequence[AppealFiled]) -> None:
    """Administrators rule on appeals."""
    for event in events:
        _send(work, ports, ADMINISTRATORS, StaffFrame(news="appeal", data={"appeal": event.appeal}))


def cases_opened(work: Work, ports: Ports, events: Sequence[CaseOpened]) -> None:
    """A signal has opened a case."""
    for event in events:
        _send(work, ports, READERS, StaffFrame(news="case", data={"case": event.case, "kind": event.kind}))


def _send(work: Work, ports: Ports, roles: frozenset[str], frame: StaffFrame) -> None:
    client_updates.frame(work, ports, stored.staff_with(work, roles), frame)


# --- queries ---


def find_names(work: Work, _ports: Ports, request: contract.FindNames) -> contract.Names | Refusal:
    """The names of accounts."""
    if request.account not in stored.staff_with(work, EVERYONE):
        return Refusal("forbidden")
    return contract.Names(names=stored.names(work, request.accounts))


PLAYERS_MAX = 20
"""Accounts in the answer to a search."""


def find_players(work: Work, _ports: Ports, request: contract.FindPlayers) -> contract.FoundPlayers | Refusal:
    """Accounts by a part of the name, an earlier name or, for administrators, the mail address."""
    if request.account not in stored.staff_with(work, EVERYONE):
        return Refusal("forbidden")
    text = clean(request.text)
    by_mail = "@" in text and request.account in stored.staff_with(work, ADMINISTRATORS)
    found = stored.find_by_name(work, text, PLAYERS_MAX)
    if by_mail:
        security.note(work, "staff_read", request.account, network_of(request.address), what="find_players", about=text)
        found += stored.find_by_mail(work, text, PLAYERS_MAX)
    if not found:
        found = stored.find_by_earlier_name(work, text, PLAYERS_MAX)
    return contract.FoundPlayers(players=found[:PLAYERS_MAX])


def list_devices(work: Work, _ports: Ports, request: devices.ListDevices) -> devices.SeenDevices | Refusal:
    """The classes of devices of an account and of others beside it; the look is logged."""
    if request.account not in stored.staff_with(work, READERS):
        return Refusal("forbidden")
    _note(work, request, "list_devices", f"{request.need}: {request.of}")
    accounts = list(dict.fromkeys([request.of, *request.beside]))
    return devices.SeenDevices(devices=device_classes.seen_on(work, accounts))


def find_by_device(work: Work, _ports: Ports, request: devices.FindByDevice) -> contract.FoundPlayers | Refusal:
    """Accounts by a class of devices; the look is logged."""
    if request.account not in stored.staff_with(work, READERS):
        return Refusal("forbidden")
    wanted = devices.DeviceWanted(request.form, request.browser, request.system)
    if wanted == devices.DeviceWanted():
        return Refusal("bad_parameters")
    named = "/".join(each or "*" for each in (wanted.form, wanted.browser, wanted.system))
    _note(work, request, "find_by_device", f"{request.need}: {named} {clean(request.text)}".strip())
    found = device_classes.find_accounts(work, wanted, clean(request.text), PLAYERS_MAX)
    return contract.FoundPlayers(players=stored.find_by_accounts(work, found))


def _note(work: Work, request: devices.ListDevices | devices.FindByDevice, what: str, about: str) -> None:
    security.note(work, "staff_read", request.account, network_of(request.address), what=what, about=about)


def list_chat(work: Work, _ports: Ports, request: contract.ListChat) -> contract.ChatPage | Refusal:
    """Chat lines of an account, or of a room."""
    if request.account not in stored.staff_with(work, READERS):
        return Refusal("forbidden")
    found = chat.page(work, request.of, request.room, request.before, request.limit)
    more = found[-1].id if len(found) == request.limit else None
    return contract.ChatPage(lines=found, next_before=more)


def note_staff_read(work: Work, _ports: Ports, request: NoteStaffRead) -> Done:
    """Log that staff have read data about a player."""
    network = network_of(request.address)
    security.note(work, "staff_read", request.account, network, what=request.what, about=request.about)
    return Done()
