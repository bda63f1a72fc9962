"""The refusals with which most games check a move first, in the usual order; the web client has words for them."""

from services.kernel.refusal import Refusal

MATCH_OVER = Refusal("match_over")
UNKNOWN_MOVE = Refusal("unknown_move")
"""The game has no such move."""
WRONG_PHASE = Refusal("wrong_phase")
NOT_YOUR_TURN = Refusal("not_your_turn")
BAD_PARAMETERS = Refusal("bad_parameters")
"""Something of the move is missing or of another type."""
