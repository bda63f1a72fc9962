"""Why moves are refused, as far as the games say it with the same words (games/buraco/RULES.md §5)."""

from games.api import Unreadable
from games.toolkit import meld_table
from games.toolkit.double_deck import taken
from games.toolkit.meld_moves import NAMES, is_meld_id, parse_cards
from games.toolkit.meld_table import side_of
from games.toolkit.melding.state import Playing
from games.toolkit.refusals import MATCH_OVER, NOT_YOUR_TURN, UNKNOWN_MOVE
from games.toolkit.runs import DOES_NOT_FIT as NO_FIT
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat

MUST_DRAW_FIRST = Refusal("must_draw_first")
ALREADY_DRAWN = Refusal("already_drawn")
STOCK_EMPTY = Refusal("stock_empty")
PILE_EMPTY = Refusal("pile_empty")
CANNOT_RETURN_CARD = Refusal("cannot_return_card")
CARD_NOT_IN_HAND = Refusal("card_not_in_hand")
UNKNOWN_MELD = Refusal(meld_table.UNKNOWN_MELD)
DOES_NOT_FIT = Refusal(NO_FIT)


def phase_refusal(state: Playing, seat: Seat, name: str) -> Refusal | None:
    """What is asked first of every move: `match_over`, `unknown_move`, `not_your_turn`, `must_draw_first`,
    `already_drawn`."""
    if state.phase == "match_over":
        return MATCH_OVER
    if name not in NAMES:
        return UNKNOWN_MOVE
    if seat != state.turn:
        return NOT_YOUR_TURN
    if name in ("draw", "take_pile"):
        return ALREADY_DRAWN if state.phase == "play" else None
    return MUST_DRAW_FIRST if state.phase == "draw" else None


def unreadable_refusal(state: Playing, seat: Seat, move: Unreadable) -> Refusal:
    """The code for a play or discard that cannot be read: that of the first thing that is wrong."""
    given = move.params
    cards = parse_cards(given.get("cards"))
    if move.move != "lay_off" or not cards or taken(state.hands[seat], cards) is None:
        return CARD_NOT_IN_HAND
    if not is_meld_id(given.get("meld")):
        return UNKNOWN_MELD
    lying = meld_table.find_meld(state.table, side_of(seat), given["meld"])
    return Refusal(lying) if isinstance(lying, str) else DOES_NOT_FIT
