"""A moment of a match as plain data in the rules' state names (RULES.md §14; toolkit/melding/moments.py)."""

from functools import partial
from typing import Annotated

from games.mpirimpa import rules
from games.mpirimpa.meld_rules import read_meld
from games.mpirimpa.state import Options, ProOptions, State
from games.mpirimpa.view_parts import CountedHand
from games.toolkit.cards import SUITS
from games.toolkit.cards import Suit as SuitText
from tests.conformance.forms import Form, Match
from tests.conformance.toolkit.melding import moments

Suit = Annotated[int, Form(SuitText, SUITS.index, SUITS.__getitem__)]
write = moments.written
EXAMPLE = moments.EXAMPLE


class Data(moments.CardGameData, frozen=True):
    """The names of a moment: the trump suit as well (§8)."""

    trump: Suit | None = None


def match_of(options: Options | ProOptions) -> Match:
    """Both games have the same terms."""
    return moments.match_of(rules.terms_of(options))


def state_of(given: Data, match: Match) -> State:
    """The state; columns lie only where they may be laid (§6)."""
    read = partial(read_meld, columns=match.terms.columns)
    state: State = moments.state_of(State, CountedHand, read, given, match)
    return state
