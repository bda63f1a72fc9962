"""Where a tile would fit, before it is laid (RULES.md §11)."""

from collections.abc import Mapping
from typing import Any

from games.dominoes.chain import End, chain_of_texts, end_for, fits
from games.dominoes.moves import Lay, parse_lay
from games.dominoes.rules import NOT_YOUR_TURN, TILE_NOT_SUITABLE
from games.dominoes.tiles import BY_TEXT
from games.dominoes.view import View


def preview(view: View, draft: Mapping[str, Any]) -> dict[str, Any]:
    """Where the tile in a player's hand would fit: `ends` that glow, whether one must be named, and the `warning`
    with which laying it now would be refused. Nothing for what is no tile of one's own."""
    move = parse_lay(draft.get("tile"), None)
    own = view.hands.get(str(view.seat), ())
    if not isinstance(move, Lay) or move.tile not in own or view.phase != "hand":
        return {}
    chain, tile = chain_of_texts(view.chain) or (), BY_TEXT[move.tile]
    sides: tuple[End, ...] = ("up_left", "down_right")
    open_ends = [side for side in sides if chain and fits(chain, tile, side)]
    required = len(open_ends) == 2 and view.ends is not None and view.ends[0] != view.ends[1]
    if len(open_ends) == 2 and not required:
        open_ends = [end_for(chain, view.leader or 0, tile, None) or "up_left"]
    warning = NOT_YOUR_TURN.error if view.turn != view.seat else None
    if chain and not open_ends:
        warning = warning or TILE_NOT_SUITABLE.error
    return {"ends": open_ends, "side_required": required, "warning": warning}
