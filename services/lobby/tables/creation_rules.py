"""The creation of a table: the options that an organizer may choose, and the players who may be invited (RULES.md
§4)."""

from collections.abc import Mapping

import msgspec

from services.kernel.clock import CLOCK_FACTORS, TimeMs
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.kernel.strength import computer_name
from services.kernel.text.unicode_text import is_longer, length_of
from services.lobby.chat.rules import clean
from services.lobby.tables.open_table import (
    DEFAULTS,
    Candidate,
    Invitation,
    OpenTable,
    TableRequest,
    TableSettings,
)


class GameFacts(msgspec.Struct, frozen=True):
    """The answer of the games' catalogue about the chosen game and options: the number of seats, or a refusal."""

    seats: int
    house_banked: bool = False
    refusal: Refusal | None = None
    """`options_invalid` from the game."""


def create(
    table_id: str,
    request: TableRequest,
    organizer: str,
    candidates: Mapping[str, Candidate],
    game: GameFacts | None,
    now_ms: TimeMs,
    settings: TableSettings = DEFAULTS,
) -> OpenTable | Refusal:
    """A new table with its invitations sent, or the first refusal in the order of RULES.md §4.

    `candidates`: what is known of the organizer and of all named players; those who are missing are unknown. `game`
    None: unknown.
    """
    name = clean(request.name)
    if organizer not in candidates or candidates[organizer].seated:
        return Refusal("already_seated" if organizer in candidates else "player_unknown")
    if length_of(name) < settings.name_length_min or is_longer(name, settings.name_length_max):
        return Refusal("table_name_invalid")
    if game is None or game.house_banked:
        return Refusal("game_unknown", {"game": request.game})
    refusal = (
        game.refusal
        or _check_clock(request)
        or _check_seats(request, organizer, game.seats)
        or _check_candidates(request.invite, candidates)
        or _check_missing(request, game.seats)
        or _check_money(request, organizer, candidates)
    )
    return refusal or _open_table(table_id, msgspec.structs.replace(request, name=name), organizer, game, now_ms)


def _open_table(table_id: str, request: TableRequest, organizer: str, game: GameFacts, now_ms: TimeMs) -> OpenTable:
    others = (computer_name(seat, request.strength) if seat in request.bots else None for seat in range(1, game.seats))
    seats = (organizer, *others)
    invitations = tuple(Invitation(player, seat, now_ms) for seat, player in sorted(request.invite.items()))
    return OpenTable(table_id, request, seats, invitations, filled_at_ms=None if None in seats else now_ms)


def _check_clock(request: TableRequest) -> Refusal | None:
    """Longer clocks are for tables without a stake, and practice without a clock has none to lengthen."""
    factor = request.clock_factor
    has_clock = request.timed or not request.bots
    if factor == 1 or (factor in CLOCK_FACTORS and has_clock and request.stake == 0):
        return None
    return Refusal("clock_invalid", {"clock_factor": factor})


def _check_seats(request: TableRequest, organizer: str, seats: int) -> Refusal | None:
    for seat in sorted(request.bots | request.invite.keys()):
        if not 1 <= seat < seats or (request.mode == "open" and seat in request.invite):
            return Refusal("seat_invalid", {"seat": seat})
    named = list(request.invite.values())
    for seat, player in sorted(request.invite.items()):
        if seat in request.bots or named.count(player) > 1:
            return Refusal("seat_duplicate", {"seat": seat})
    for seat, player in sorted(request.invite.items()):
        if player == organizer:
            return Refusal("seat_self", {"seat": seat})
    return None


def _check_candidates(invite: Mapping[Seat, str], candidates: Mapping[str, Candidate]) -> Refusal | None:
    for seat, player in sorted(invite.items()):
        if player not in candidates:
            return Refusal("player_unknown", {"seat": seat})
    for seat, player in sorted(invite.items()):
        if candidates[player].status != "online":
            return Refusal("player_not_online", {"seat": seat})
    return None


def _check_missing(request: TableRequest, seats: int) -> Refusal | None:
    missing = [seat for seat in range(1, seats) if seat not in request.bots and seat not in request.invite]
    return Refusal("seats_missing", {"seats": missing}) if missing and request.mode == "invite" else None


def _check_money(request: TableRequest, organizer: str, candidates: Mapping[str, Candidate]) -> Refusal | None:
    if request.bots and request.stake != 0:
        return Refusal("stake_invalid", {"practice": True})
    if request.bots_allowed and request.stake != 0:
        return Refusal("stake_invalid", {"bots_allowed": True})
    players = [organizer, *(player for _, player in sorted(request.invite.items()))]
    refusals = (candidates[player].refusal for player in players)
    return next((refusal for refusal in refusals if refusal is not None), None)
