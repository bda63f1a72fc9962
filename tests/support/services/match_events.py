"""Events of matches, as tables publishes them."""

from typing import Any

from services.contracts.tables.events import CardEarned, Departure, MatchAsked, MatchFinished
from tests.support.services.process import REPLY_TO


def asked(match: str, *accounts: str, stake: int = 500) -> MatchAsked:
    """A match that wants to begin."""
    return MatchAsked(
        match=match,
        table=f"table-of-{match}",
        game="tictactoe",
        stake_chips=stake,
        accounts=list(accounts),
        reply_to=REPLY_TO,
    )


def finished(match: str, *accounts: str | None, stake: int = 500, **how: Any) -> MatchFinished:
    """A match that the first seat has won by default. `departed`: seats that left, in order."""
    first_round_done = how.setdefault("first_round_done", True)
    departures = [
        Departure(seat=seat, account=accounts[seat], at_ms=0, first_round_done=first_round_done, reason="left")
        for seat in how.pop("departed", ())
    ]
    usual: dict[str, Any] = {
        "match": match,
        "table": f"table-of-{match}",
        "number": 1,
        "game": "tictactoe",
        "rules": 1,
        "options": {},
        "stake_chips": stake,
        "clock_policy": "move_clock",
        "return_policy": "budget",
        "leave_policy": "forfeit",
        "competition": None,
        "practice": False,
        "accounts": list(accounts),
        "sides": [[seat] for seat in range(len(accounts))],
        "started_at_ms": 0,
        "ended_at_ms": 0,
        "outcome": "won",
        "winners": [0],
        "places": [],
        "points": [],
        "named": None,
        "reason": "",
        "hands": [],
        "departures": departures,
        "ratings": [],
        "reply_to": REPLY_TO,
    }
    return MatchFinished(**usual | how)


def card(match: str, account: str, **how: Any) -> CardEarned:
    """A card that a match has earned: a yellow one by default."""
    usual: dict[str, Any] = {
        "match": match,
        "table": f"table-of-{match}",
        "game": "dominoes",
        "seat": 0,
        "account": account,
        "colour": "yellow",
        "reason": "normal",
        "seq": 1,
        "earned_at_ms": 1_000,
        "reply_to": REPLY_TO,
    }
    return CardEarned(**usual | how)


def void(match: str, *accounts: str, stake: int = 500) -> MatchFinished:
    """A match that has come to nothing."""
    return finished(match, *accounts, stake=stake, outcome="void", winners=[], first_round_done=False)
