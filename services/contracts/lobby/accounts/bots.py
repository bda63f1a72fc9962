"""Bot accounts: made, listed and closed by the people who answer for them (services/lobby/RULES.md §13)."""

from typing import Annotated, ClassVar

import msgspec

from services.contracts.base import EXCLUSION_REFUSALS, SESSION_REFUSALS, Done, Event, Message, Request, Short

BotId = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class BotLine(Message, frozen=True):
    """A bot account as its owner sees it. `games`: which it may play; `games_today`: tables that it has sat down at on
    this UTC day."""

    account: str
    name: str
    games: list[str]
    made_at_ms: int
    games_today: int


class Bots(Message, frozen=True):
    """The bot accounts of a person, oldest first, and the limits."""

    bots: list[BotLine]
    bots_max: int
    games_day_max: int


class ListBots(Request[Bots], frozen=True, kw_only=True):
    """The bot accounts of the session's account."""

    answer: ClassVar[type] = Bots
    at_home = ("token",)
    refusals = SESSION_REFUSALS
    token: str


class MakeBot(Request[BotLine], frozen=True, kw_only=True):
    """A bot account more. `name`: what follows `bot.`."""

    answer: ClassVar[type] = BotLine
    at_home = ("token",)
    refusals = (
        *SESSION_REFUSALS, *EXCLUSION_REFUSALS,
        "bot_limit", "username_invalid", "username_taken", "bot_games_invalid",
    )  # fmt: skip
    token: str
    name: Short
    games: Annotated[list[Short], msgspec.Meta(max_length=50)]


class CloseBot(Request[Done], frozen=True, kw_only=True):
    """The bot account is erased."""

    answer: ClassVar[type] = Done
    at_home = ("token",)
    refusals = (*SESSION_REFUSALS, "bot_unknown", "table_open", "account_seated")
    token: str
    bot: BotId


class BotMade(Event, frozen=True, kw_only=True):
    """A bot account is made. The keys are those of its owner's person, as in `lobby.Registered`: who asks whether two
    accounts are of one person, finds a bot with its owner and with the owner's other bots."""

    account: str
    owner: str
    made_at_ms: int
    device: str = ""
    email_key: str = ""
    person_key: str = ""
    device_identity: str = ""
