"""Cards of players as the platform answers them to the viewer of a page."""

from typing import Any

from services.contracts.lobby.people import cards
from services.contracts.tables import recordings
from tests.web.house import House
from tests.web.match import DAWN_MS

NIKOS = "a-nikos"


def card(name: str, **more: Any) -> cards.PlayerCard:
    """A free player whom the viewer does not know yet."""
    usual: dict[str, Any] = {
        "photo": None, "avatar": None, "guest": False, "home": None, "bare": False, "relation": "none",
        "blocked": False, "may": ["befriend", "challenge", "block", "report"], "elo": 1_612, "quintile": 2,
        "since_ms": DAWN_MS, "status": "online",
    }  # fmt: skip
    return cards.PlayerCard(account=f"a-{name.lower()}", name=name, **(usual | more))


def totals(game: str, won: int, lost: int, tied: int) -> recordings.GameTotals:
    """Matches of a game in numbers."""
    return recordings.GameTotals(
        game=game, matches=won + lost + tied, won=won, lost=lost, tied=tied, streak=1, best_streak=2, last_at_ms=1
    )


RECORD = recordings.PlayerRecord(games=[totals("tictactoe", 1_012, 988, 7)], together=[totals("tictactoe", 3, 2, 1)])


def with_card(house: House, shown: cards.PlayerCard, record: recordings.PlayerRecord = RECORD) -> None:
    """What is answered of this player from now on."""
    house.more[f"players/{shown.account}/card"] = shown
    house.more[f"players/{shown.account}/record"] = record
