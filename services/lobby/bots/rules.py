"""Bot accounts without input and output: names, games, limits, tables (RULES.md §13)."""

from collections.abc import Collection, Sequence
from datetime import date

import msgspec

from services.kernel.clock import TimeMs
from services.kernel.persons.bot_accounts import BOT_PREFIX
from services.kernel.refusal import Refusal
from services.lobby.accounts.rules import Username, read_username
from services.lobby.tables.open_table import TableRequest

GAMES_MAX = 20
_OWN_PART_MIN, _OWN_PART_MAX = 2, 16
UNKNOWN = Refusal("bot_unknown")
FORBIDDEN = Refusal("bot_forbidden")
NOT_ALLOWED = Refusal("bots_not_allowed")


class BotSettings(msgspec.Struct, frozen=True):
    """The operator's limits. `games_day_max`: tables that a bot may sit down at on a UTC day."""

    bots_max: int = 3
    games_day_max: int = 200


class Bot(msgspec.Struct, frozen=True):
    """A bot account as stored. `day`, `games_today`: how many tables it has sat down at on the last day that it did."""

    account: str
    owner: str
    games: tuple[str, ...]
    made_at_ms: TimeMs
    day: str = ""
    games_today: int = 0

    def games_on(self, day: date) -> int:
        """Tables that it has sat down at on a day."""
        return self.games_today if self.day == day.isoformat() else 0


def read_name(raw: str) -> Username | Refusal:
    """The name of a bot account by what follows the prefix. Refusals: `username_invalid`, `username_taken`."""
    if not _OWN_PART_MIN <= len(raw) <= _OWN_PART_MAX:
        return Refusal("username_invalid", {"length": len(raw)})
    own = read_username(f"x{raw}")  # the signs that a name may have; the prefix itself is nobody's
    alone = read_username(raw) if len(raw) > _OWN_PART_MIN else own
    if isinstance(own, Refusal):
        return own
    if isinstance(alone, Refusal):
        return alone
    return Username(f"{BOT_PREFIX}{own.shown[1:]}", f"{BOT_PREFIX}{own.key[1:]}")


def read_games(raw: Sequence[str], known: Collection[str]) -> tuple[str, ...] | Refusal:
    """The games that a bot may play. Refusal: `bot_games_invalid`."""
    chosen = tuple(sorted(set(raw)))
    if not 1 <= len(chosen) <= GAMES_MAX or not set(known).issuperset(chosen):
        return Refusal("bot_games_invalid")
    return chosen


def check_table(bot: Bot, table: TableRequest, day: date, settings: BotSettings) -> Refusal | None:
    """Whether a bot may sit at a table. Refusals: `bot_forbidden`, `bots_not_allowed`, `bot_games_limit`."""
    if table.game not in bot.games:
        return Refusal("bot_forbidden", {"game": table.game})
    if table.stake:
        return Refusal("bot_forbidden", {"stake": True})
    if not (table.bots_allowed or table.bots):
        return NOT_ALLOWED
    if bot.games_on(day) >= settings.games_day_max:
        return Refusal("bot_games_limit", {"max": settings.games_day_max})
    return None
