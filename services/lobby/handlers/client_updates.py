"""Updates to clients about the changes of a unit of work, sent once it is committed."""

from collections.abc import Collection
from functools import partial

from services.contracts.frames import ByeFrame, PlayersFrame, ServerFrame
from services.lobby.halls import Hall
from services.lobby.handlers.ports import Ports
from services.plumbing.database import Work


def players(work: Work, ports: Ports, accounts: Collection[str]) -> None:
    """Their lines in the players list."""
    if accounts:
        work.after(partial(ports.push.players, accounts))


def table(work: Work, ports: Ports, table_id: str) -> None:
    """Its line in the tables list."""
    work.after(partial(ports.push.tables, (table_id,)))


def frame(work: Work, ports: Ports, accounts: Collection[str] | None, what: ServerFrame) -> None:
    """A frame for some, or for everybody."""
    if accounts is None or accounts:
        work.after(partial(ports.push.frame, accounts, what))


def hall(work: Work, ports: Ports, where: Hall, what: ServerFrame) -> None:
    """A frame for everybody in a hall."""
    work.after(partial(ports.push.frame, None, what, hall=where))


def room_again(work: Work, ports: Ports, account: str) -> None:
    """The account's client gets the whole room again."""
    work.after(partial(ports.push.room_again, account))


def at_table(work: Work, ports: Ports, accounts: Collection[str], table_id: str, what: ServerFrame) -> None:
    """A frame for who sits at a table, and for everybody who looks at it."""
    work.after(partial(ports.push.frame, accounts, what, table=table_id))


def spectators(work: Work, ports: Ports, table_id: str, what: ServerFrame) -> None:
    """A frame for everybody who looks at a table and does not sit there."""
    work.after(partial(ports.push.frame, (), what, table=table_id, spectators=True))


def end(work: Work, ports: Ports, account: str, error: str, except_conn: tuple[str, int] | None = None) -> None:
    """The account's connections are over because of `error`, but for one."""
    work.after(partial(ports.push.frame, (account,), ByeFrame(error=error), error, except_conn))


def come_again(work: Work, ports: Ports, account: str) -> None:
    """Every connection of the account is closed; who has the session's present token comes back with it."""
    work.after(partial(ports.push.frame, (account,), PlayersFrame(changed=[], gone=[]), "resync_needed", None))
