"""A view as masks and combinations, for those who reckon with nothing else."""

from games.tichu.cards import RANK_OF, mask_of_texts
from games.tichu.combos import Combo
from games.tichu.view import View
from services.kernel.seats import Seat


def hand_of(view: View) -> int:
    """The viewer's own cards; 0 for who has none."""
    return mask_of_texts(view.hands.get(str(view.seat), ())) or 0


def top_of(view: View) -> Combo | None:
    """What is to be beaten; None: a lead."""
    if not view.plays:
        return None
    top = view.plays[-1]
    return Combo(top.type, top.length, int(top.rank * 2), RANK_OF.get(top.phx_as or "", 0))


def wish_of(view: View) -> int:
    """The wished rank; 0: none."""
    return RANK_OF.get(view.wish or "", 0)


def opponents(seat: Seat) -> tuple[Seat, Seat]:
    """The next seat and the previous one."""
    return (seat + 1) % 4, (seat + 3) % 4
