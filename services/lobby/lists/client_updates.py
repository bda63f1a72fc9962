"""Updates to clients about the changes of a unit of work, sent once it is committed."""

from collections.abc import Collection
from functools import partial

from services.contracts.client.frames import ByeFrame, ChipsFrame, PlayersFrame, ServerFrame
from services.contracts.wallet.balances import ChipsChanged
from services.lobby.halls.rules import Hall
from services.lobby.ports import Ports
from services.lobby.sessions.rows import SessionRow
from services.platform.database.unit_of_work import Work


def players(work: Work, ports: Ports, accounts: Collection[str]) -> None:
    """Send these players' lines of the players list."""
    if accounts:
        work.after(partial(ports.push.players, accounts))


def table(work: Work, ports: Ports, table_id: str) -> None:
    """Send the table's line of the tables list."""
    work.after(partial(ports.push.tables, (table_id,)))


def frame(work: Work, ports: Ports, accounts: Collection[str] | None, what: ServerFrame) -> None:
    """Send a frame to some accounts, or to everybody."""
    if accounts is None or accounts:
        work.after(partial(ports.push.frame, accounts, what))


def hall(work: Work, ports: Ports, where: Hall, what: ServerFrame) -> None:
    """Send a frame to everybody in a hall."""
    work.after(partial(ports.push.frame, None, what, hall=where))


def room_again(work: Work, ports: Ports, account: str) -> None:
    """Send the account's client the whole room again."""
    work.after(partial(ports.push.room_again, account))


def at_table(work: Work, ports: Ports, accounts: Collection[str], table_id: str, what: ServerFrame) -> None:
    """Send a frame to the players and spectators of a table."""
    work.after(partial(ports.push.frame, accounts, what, table=table_id))


def spectators(work: Work, ports: Ports, table_id: str, what: ServerFrame) -> None:
    """Send a frame to the spectators of a table."""
    work.after(partial(ports.push.frame, (), what, table=table_id, spectators=True))


def end_session(work: Work, ports: Ports, session: SessionRow, error: str) -> None:
    """Close the connections of a session, and of no other session of its account, because of `error`."""
    frame = ByeFrame(error=error)
    work.after(partial(ports.push.frame, (session.account,), frame, error, session=session.id))


def end_account(work: Work, ports: Ports, account: str, error: str) -> None:
    """Close every connection of the account, of whatever session."""
    work.after(partial(ports.push.frame, (account,), ByeFrame(error=error), error))


def end_connection(work: Work, ports: Ports, account: str, old: tuple[str, int], new: tuple[str, int]) -> None:
    """Close an older connection (gateway, conn) of an account, which a new one has replaced."""
    error = "session_replaced"
    work.after(partial(ports.push.frame, (account,), ByeFrame(error=error), error, new, conn=old))


def come_again(work: Work, ports: Ports, session: SessionRow) -> None:
    """Close every connection of the session; a client with its present token connects again."""
    nothing = PlayersFrame(changed=[], gone=[])
    work.after(partial(ports.push.frame, (session.account,), nothing, "resync_needed", session=session.id))


def chips_changed(work: Work, ports: Ports, events: list[ChipsChanged]) -> None:
    """Send players their own balances, one update for all events that came together."""
    newest: dict[str, ChipsFrame] = {}
    for event in events:
        for account, chips in event.chips.items():
            found = ChipsFrame(chips=chips, seq=event.seqs[account])
            if account not in newest or found.seq >= newest[account].seq:
                newest[account] = found
    for account, found in newest.items():
        frame(work, ports, (account,), found)
