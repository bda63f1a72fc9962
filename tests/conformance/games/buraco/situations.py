"""A moment of a match as plain data in the rules' state names (RULES.md §14; toolkit/melding/moments.py)."""

from typing import Annotated

from games.buraco.meld_rules import DECK, read_meld
from games.buraco.state import Options, State
from games.buraco.view_parts import CountedHand
from games.toolkit.meld_table import side_of
from services.kernel.seats import Seat
from tests.conformance.forms import BySeat, Match, must
from tests.conformance.toolkit.melding import moments

write = moments.written
EXAMPLE = moments.EXAMPLE


class Data(moments.CardGameData, frozen=True):
    """The names of a moment: the seats that took the pots, and whether they were used, as well (§7)."""

    pot_used: Annotated[tuple[bool, ...], BySeat(bool, False, 2, as_list=True)] = (False, False)
    pot_by: Annotated[tuple[Seat | None, ...], BySeat(Seat | None, None, 2, as_list=True)] = (None, None)


def match_of(options: Options) -> Match:
    """The deck has no jokers."""
    return moments.match_of(options, DECK)


def state_of(given: Data, match: Match) -> State:
    """The state; where the seat that took a side's pot is not given, it was the side's only seat."""
    by = list(given.pot_by)
    for side, seat in enumerate(given.pot_by):
        taken = given.pot_taken[side]
        must(taken or (seat is None and not given.pot_used[side]), "pot_by, pot_used")
        must(seat is None or (0 <= seat < match.seats and side_of(seat) == side), "pot_by")
        by[side] = side if taken and seat is None and match.seats == 2 else seat
    state: State = moments.state_of(State, CountedHand, read_meld, given, match, pot_by=tuple(by))
    return state
