"""Calculations that families share: `validate_options`, and `apply` and `view`, which try moves on a moment.

A family may replace, in its `calculations.py`: `outcome` (what `apply` returns beside the moment), `event_for` (the
event of a move as a viewer receives it) and `game_of` (the game that is played with some options).
"""

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

import msgspec

from games.api import AnyGame, Over
from services.kernel.refusal import Refusal
from tests.conformance import moments
from tests.conformance.families import family_part
from tests.conformance.forms import Refused, by_number, must, unwrap
from tests.conformance.table_play import Played, run
from tests.conformance.toolkit.meld_names import MeldNames
from tests.conformance.toolkit.situation import Situation

T = TypeVar("T")
Plain = dict[str, Any]
Seat = Annotated[int, msgspec.Meta(ge=0, le=5)]
BESIDE = ("legal", "hand_sizes", "hand_end", "closed_by", "hand_score", "match_end", "winner_side", "auto")
"""What `apply` returns beside the moment; ignored when the result is given as the next moment."""


def unwrap_or_illegal(found: T | str) -> T:
    """What was found. Raises `Refused` with `legal: false` if it is a code, as the rummy games refuse."""
    if isinstance(found, str):
        raise Refused(found, legal=False)
    return found


def validate_options(raw_options: Any, game: AnyGame) -> Any:
    """`options` with defaults filled in, or `options_invalid`."""
    return {"options": unwrap(game.options(raw_options, {}))}


def terms_of(game: AnyGame, options: Mapping[str, Any] | None) -> Any:
    """What a match with these options, the platform's among them, is played by. Refused: there is none."""
    return unwrap(_moment(game, options, {})).state.terms


def apply(
    situation: Plain,
    move: Plain | None = None,
    moves: list[Plain] | None = None,
    options: Plain | None = None,
    *,
    game: AnyGame,
) -> Any:
    """What one move, or several, come to: `legal`, the situation after it in the form in which it was given, what
    `outcome` returns for the last, and `auto`; the code of the first that is refused (§14)."""
    found = _moment(game, options, situation)
    wanted = ([] if move is None else [move]) + (moves or [])
    must(bool(wanted), "move")
    moment, outcome_of = unwrap(found), getattr(family_part(game.id, "calculations"), "outcome", outcome)
    for each in wanted:
        played = _played(moment, each)
        moment, beside = played.after, outcome_of(played) | ({} if played.auto is None else {"auto": played.auto})
    return {"legal": True, **moments.situation_data(moment), **beside}


def view(
    situation: Plain,
    seat: Seat | None = None,
    move: Plain | None = None,
    then_view: Seat | None = None,
    options: Plain | None = None,
    *,
    game: AnyGame,
) -> Any:
    """What a seat, or null for a spectator, sees, with `timeouts`; after a `move` what `then_view` sees, with the
    `event` that it receives (§10)."""
    moment = unwrap(_moment(game, options, situation))
    if move is None:
        return _seen(game, moment, seat)
    played = _played(moment, move)
    event_of = getattr(family_part(game.id, "calculations"), "event_for", event_for)
    event = MeldNames(situation.get("table")).named(event_of(played, then_view))
    return {**_seen(game, played.after, then_view), "legal": True, **event}


def outcome(played: Played) -> Plain:
    """`hand_sizes`, `stock_count`; how the move ended a hand, if it did (`hand_end`, `closed_by`, `hand_score`),
    and the match (`match_end`: a result's reason, `void` or None; `winner_side` or None)."""
    after, data = played.after.state, counted_by(played)
    return {
        "hand_sizes": [len(hand) for hand in after.hands],
        "stock_count": len(after.stock),
        "hand_end": data and data["end"],
        "closed_by": data and data["closed_by"],
        "hand_score": [side["score"] for side in data["sides"]] if data else None,
        **_match_end(played),
    }


def event_for(played: Played, viewer: int | None) -> Plain:
    """The `event` of a step as a viewer receives it."""
    return {"event": played.event_for(viewer)}


def counted_by(played: Played) -> Plain | None:
    """The hand that was counted by a move, if it ended one."""
    before, after = played.before.state.scored, played.after.state.scored
    data: Plain | None = after[-1].data if len(after) > len(before) else None
    return data


def _match_end(played: Played) -> Plain:
    waits = played.waits
    if not isinstance(waits, Over) or played.void:
        return {"match_end": "void" if played.void and isinstance(waits, Over) else None, "winner_side": None}
    places, named = waits.result.places, waits.result.named
    won = 0 if places[0] < places[1] else 1 if places[1] < places[0] else named
    return {"match_end": waits.result.reason, "winner_side": won}


def _moment(game: AnyGame, options: Mapping[str, Any] | None, data: Plain) -> Situation | Refusal:
    game_of = getattr(family_part(game.id, "calculations"), "game_of", lambda _options, asked: asked.id)
    return moments.situation(game_of(options or {}, game), options or {}, data)


def _played(moment: Situation, move: Plain) -> Played:
    seat = move.get("seat")
    must(type(seat) is int and 0 <= seat < len(moment.seats), "seat")
    played = run(moment, seat, {name: value for name, value in move.items() if name != "seat"})
    return unwrap_or_illegal(played.error if isinstance(played, Refusal) else played)


def _seen(game: AnyGame, moment: Situation, seat: int | None) -> Plain:
    """What a seat, or a spectator, sees, with the timeouts of all seats."""
    must(seat is None or seat < len(moment.seats), "seat")
    found: Plain = msgspec.to_builtins(game.view(moment.state, "public" if seat is None else seat))
    named: Plain = MeldNames(moment.given.get("table")).named(found)
    return named | {"timeouts": by_number(record.timeouts for record in moment.seats)}
