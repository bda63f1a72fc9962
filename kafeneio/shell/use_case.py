"""What the operators' commands share: a use case on a service's database, names of players, answers."""

from collections.abc import Callable
from typing import Any

from services.kernel.refusal import Refusal
from services.platform.operations import console
from services.platform.process.settings import CommonSettings, database_url


def run_in(service: str, common: CommonSettings, use_case: Callable[..., Any], *given: Any) -> Any:
    """One use case in a transaction on its service's database."""
    from services.platform.database.unit_of_work import Database

    database = Database(database_url(service, common), service)
    try:
        return database.run(use_case, *given)
    finally:
        database.close()


def account_of(name: str, common: CommonSettings) -> str | None:
    """The account of the player with this name; None: there is none."""
    from services.lobby.accounts.rules import username_key
    from services.lobby.presence.player_rows import find_by_key

    player = run_in("lobby", common, find_by_key, username_key(name))
    return None if player is None else str(player.account)


def done_or_code(done: Any) -> int:
    """Print one line of JSON, or the code of a refusal as an error; the exit code."""
    if isinstance(done, Refusal):
        console.error(done.error)
        return 1
    console.say_json(done)
    return 0


def report(done: Any) -> int:
    """One line of JSON, a refusal too."""
    console.say_json(done)
    return 1 if isinstance(done, Refusal) else 0


def out_of_reach() -> int:
    """Say that the broker lives in another process; the exit code."""
    console.error("the embedded broker cannot be reached from outside: set KAFENEIO_BROKER_URL")
    return 2
