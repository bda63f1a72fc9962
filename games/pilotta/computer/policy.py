"""The cards that players are thought to play, in many hands at once (RULES.md §14)."""

from typing import NamedTuple

import numpy as np

from games.pilotta.computer.ranked import Flags, Ints, Ranked, highest, lowest


class Turn(NamedTuple):
    """Seats about to play, one a row; masks are of ranked cards."""

    hand: Ints
    legal: Ints
    tops: Ints
    """Of each suit the highest card that was not played before this trick."""
    beating: Ints
    """What would take the trick from the card that holds it."""
    partner_holds: Flags
    opponents: Ints
    """The cards that both opponents hold."""
    taking: Flags
    """Whether the seat's team chose the trumps."""


def legal_cards(table: Ranked, hand: Ints, led_suit: Ints, overtrumps: Ints) -> Ints:
    """What may be played on a card led: rules.tricks.legal_cards for many hands.

    `led_suit`: the cards of the suit led; `overtrumps`: the trumps above the highest trump of the trick."""
    suited = hand & led_suit
    trumps = hand & table.trumps
    higher = trumps & overtrumps
    forced = np.where(higher != 0, higher, np.where(trumps != 0, trumps, hand))
    plain_led = led_suit != table.trumps
    return np.where(plain_led & (suited != 0), suited, forced)


def lead(table: Ranked, turn: Turn) -> Ints:
    """As takers the highest trump while opponents have trumps; else the dearest plain card that is the highest of its
    suit; else the cheapest card, plain before trump."""
    own_tops = turn.hand & turn.tops
    top_trump = own_tops & table.trumps
    drawing = turn.taking & (top_trump != 0) & (turn.opponents & table.trumps != 0)
    plain_tops = own_tops & ~table.trumps
    plain = turn.hand & ~table.trumps
    low = lowest(np.where(plain != 0, plain, turn.hand))
    return np.where(drawing, top_trump, np.where(plain_tops != 0, highest(plain_tops), low))


def follow(table: Ranked, turn: Turn, last: bool) -> Ints:
    """To a partner who holds the trick points, if that is safe; against opponents a card that wins for sure, or that
    the rules ask for; else the cheapest."""
    legal, trumps = turn.legal, table.trumps
    low = lowest(legal)
    keep = legal & ~turn.tops & ~trumps
    dear = highest(np.where(keep != 0, keep, legal))
    winning = legal & turn.beating
    plain_wins = winning & ~trumps
    if last:
        spare = plain_wins & ~turn.tops
        won = np.where(plain_wins != 0, highest(np.where(spare != 0, spare, plain_wins)), lowest(winning))
        return np.where(turn.partner_holds, dear, np.where(winning != 0, won, low))
    top = winning & turn.tops
    top_plain = top & ~trumps
    safe = turn.beating & turn.opponents == 0
    partner = np.where(safe, dear, low)
    against = np.where(top_plain != 0, top_plain, np.where(winning & trumps != 0, lowest(winning), low))
    return np.where(turn.partner_holds, partner, against)
