"""The deeds in a finished match, by its event (RULES.md §9). Pure.

What a hand says is read as the games' RULES.md name it; a hand that says it otherwise, as older engines may, has no
deed.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from services.contracts.tables.events import MatchFinished
from services.ranking.badges.rules import COUNTED, Deed, MatchDeeds

FAMILY_OF: Mapping[str, str] = {
    "tavli": "tavli",
    "dominoes": "dominoes",
    "pilotta": "pilotta",
    "tichu": "tichu",
    "mpirimpa": "mpirimpa",
    "mpirimpa_pro": "mpirimpa",
    "buraco": "buraco",
    "koumkan": "koumkan",
    "thanasis": "koumkan",
    "dynamitis": "koumkan",
    "tictactoe": "tictactoe",
}
"""Game → its family. House-banked games have no badges."""

_CLEAN = frozenset({"clean", "half_royal", "royal", "full_clean"})
Seats = Iterable[int]


def of_match(event: MatchFinished) -> list[MatchDeeds]:
    """What a match says of those of its players who met somebody else with an account of their own; nothing of
    practice and of games without badges."""
    family = FAMILY_OF.get(event.game)
    if family is None or event.practice:
        return []
    left = {departure.seat for departure in event.departures}
    skilled = _by_seat(event, family)
    registered = {account for account in event.accounts if account is not None} - set(event.guests)
    return [
        MatchDeeds(
            account,
            event.match,
            event.ended_at_ms,
            counts=event.outcome in COUNTED,
            won=seat in event.winners,
            stayed=seat not in left,
            deeds=tuple(_deeds(event, family, registered - {account}, skilled.get(seat, ()))),
        )
        for seat, account in enumerate(event.accounts)
        if account is not None and registered - {account}
    ]


def _deeds(event: MatchFinished, family: str, others: Collection[str], skilled: Collection[str]) -> Iterable[Deed]:
    yield Deed(f"won_{family}", when="won")
    if event.competition is not None:
        yield Deed("competition_game", when="won")
    yield Deed("stayed", when="stayed")
    for other in sorted(others):
        yield Deed("people", other)
    for name in skilled:
        yield Deed(name, when="stayed")


def _by_seat(event: MatchFinished, family: str) -> dict[int, list[str]]:
    """Seat → deeds of its hands, each once."""
    found: dict[int, list[str]] = {}
    name, seats_of = _IN_HANDS.get(family, ("", None))
    if seats_of is None:
        return found
    for hand in event.hands:
        try:
            seats = set(seats_of(hand, event.sides))
        except (KeyError, TypeError, IndexError, ValueError):
            continue
        found |= {seat: [name] for seat in seats}
    return found


def _tavli_double(hand: Mapping[str, Any], sides: list[list[int]]) -> Seats:
    """A game that was played to its end and brought two points."""
    won = hand["data"]["how"] == "bear_off" and hand["side"] is not None and hand["points"][hand["side"]] == 2
    return sides[hand["side"]] if won else ()


def _pilotta_capot(hand: Mapping[str, Any], sides: list[list[int]]) -> Seats:
    """A team took every trick."""
    side = hand["data"]["all_tricks_by"]
    return () if side is None else sides[side]


def _tichu_made(hand: Mapping[str, Any], _sides: list[list[int]]) -> Seats:
    """Who called tichu, or grand tichu, was out first."""
    first = hand["data"]["out"][0]
    return (first,) if hand["data"]["calls"][first] is not None else ()


def _clean(hand: Mapping[str, Any], sides: list[list[int]]) -> Seats:
    """A side laid a canasta or biriba without a wild card; where partners lay together it is both's."""
    for side, score in enumerate(hand["data"]["sides"]):
        if any(meld["class"] in _CLEAN for meld in score["melds"]):
            yield from sides[side]


_IN_HANDS: Mapping[str, tuple[str, Callable[[Mapping[str, Any], list[list[int]]], Seats]]] = {
    "tavli": ("tavli_double", _tavli_double),
    "pilotta": ("pilotta_capot", _pilotta_capot),
    "tichu": ("tichu_made", _tichu_made),
    "mpirimpa": ("mpirimpa_clean", _clean),
    "buraco": ("buraco_clean", _clean),
}
"""Family → the deed of its hands, and the seats that have done it in one."""
