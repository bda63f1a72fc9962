"""Where bot accounts may sit down (RULES.md §13)."""

from collections.abc import Collection

from services.kernel.clock import utc_date
from services.kernel.persons.bot_accounts import is_bot_account
from services.kernel.refusal import Refusal
from services.lobby.bots import rows as stored
from services.lobby.bots import rules
from services.lobby.ports import Ports
from services.lobby.tables import rows as tables
from services.lobby.tables.open_table import TableRequest
from services.platform.database.unit_of_work import Work


def check_table(work: Work, ports: Ports, account: str, table: TableRequest) -> Refusal | None:
    """`bot_forbidden`, `bots_not_allowed`, `bot_games_limit`; None for people."""
    if not is_bot_account(account):
        return None
    bot = stored.find(work, account)
    if bot is None:
        return rules.FORBIDDEN
    return rules.check_table(bot, table, utc_date(work.now_ms), ports.settings.bots)


def check_seat(work: Work, ports: Ports, account: str, table_id: str) -> Refusal | None:
    """The same for a table that is open; one that is not there is somebody else's to say."""
    row = tables.find(work, table_id) if is_bot_account(account) else None
    return None if row is None else check_table(work, ports, account, row.table.request)


def note_seats(work: Work, accounts: Collection[str]) -> None:
    """These players have sat down: of bots that is counted."""
    seated = [account for account in accounts if is_bot_account(account)]
    if seated:
        stored.note_game(work, seated, utc_date(work.now_ms))
