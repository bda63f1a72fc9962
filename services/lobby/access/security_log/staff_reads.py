"""Reports of other components for the log of security events (RULES.md §17)."""

from services.contracts.base import Done
from services.contracts.lobby.security_log import NoteStaffRead
from services.lobby.access.networks import network_of
from services.lobby.access.security_log import rows as security
from services.lobby.ports import Ports
from services.platform.database.unit_of_work import Work


def note_staff_read(work: Work, _ports: Ports, request: NoteStaffRead) -> Done:
    """Log that staff have read data about a player."""
    network = network_of(request.address)
    security.note(work, "staff_read", request.account, network, what=request.what, about=request.about)
    return Done()
