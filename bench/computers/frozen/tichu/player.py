"""The computer player: knows its view, cuts its hand into plays, helps its partner, stops who called."""

from collections.abc import Sequence

from bench.computers.frozen.tichu import bot_follow, bot_lead
from bench.computers.frozen.tichu.bot_partition import in_straight_bombs, plan
from games.api import GameEvent, Rng
from games.tichu.cards import (
    DECK,
    DOG,
    DRAGON,
    MAHJONG,
    NATURALS,
    OF_RANK,
    PHOENIX,
    RANK_TEXT,
    cards_of,
    texts,
)
from games.tichu.legal_plays import bombs
from games.tichu.moves import CallTichu, Exchange, GiveDragon, GrandTichu, Move, Pass, Play
from games.tichu.state_from_view import hand_of, opponents
from games.tichu.view import View
from services.kernel.seats import Seat
from services.kernel.strength import STRONG, Strength

CALL_CONTROLS, CALL_LEADS = 3, 5
"""Tichu is called with so many of Dragon, Phoenix, aces and bombs, and at most so many plays."""


def bot(view: View, rng: Rng, strength: Strength = STRONG, history: Sequence[GameEvent] = ()) -> Move | None:
    """The move of the view's seat; None when it need not move and does not want to. Chance plays no part."""
    seat = view.seat
    if seat is None or not view.counts or view.phase == "match_over":
        return None
    if view.phase == "grand":
        return None if view.answered[seat] else GrandTichu(False)
    if view.phase == "exchange":
        return None if view.answered[seat] else gift(hand_of(view))
    if view.phase == "dragon":
        return GiveDragon(dragon_to(view, seat)) if view.turn == seat else None
    if view.turn != seat:
        return bomb_out_of_turn(view, seat)
    return turn(view)


def turn(view: View) -> Move:
    """A lead, an answer, or a call just before one's first card."""
    hand = hand_of(view)
    mask = bot_follow.answer(view, hand) if view.plays else bot_lead.lead(view, hand)
    if not mask:
        return Pass()
    if view.may_call and calls(view, hand):
        return CallTichu()
    return Play(texts(mask), wish=wish(view) if mask & MAHJONG else None)


def calls(view: View, hand: int) -> bool:
    """Whether a whole hand is worth a call: enough of what wins, few plays, and neither partner nor opponent ahead."""
    if view.out or view.calls[((view.seat or 0) + 2) % 4] is not None:
        return False
    own_bombs = {bomb.bit_count() for bomb in bombs(hand, None)}
    controls = (hand & (DRAGON | PHOENIX | OF_RANK[14])).bit_count() + bool(own_bombs)
    return controls >= CALL_CONTROLS and len(plan(hand).parts) <= CALL_LEADS


def wish(view: View) -> str:
    """The rank given to the next seat, if it was a natural card's; else the ace."""
    given = view.given.get(str(view.seat))
    return given.next[0] if given is not None and given.next[0] in RANK_TEXT.values() else "A"


def bomb_out_of_turn(view: View, seat: Seat) -> Play | None:
    """A bomb on an opponent who is nearly out or has called."""
    if not view.bombs or not bot_follow.is_worth_a_bomb(view, seat):
        return None
    return Play(min(view.bombs, key=len))


def dragon_to(view: View, seat: Seat) -> Seat:
    """The opponent with more cards, who may well be last; of equals the next seat."""
    after, before = opponents(seat)
    return before if view.counts[before] > view.counts[after] else after


# --- the exchange ---


def gift(hand: int) -> Exchange:
    """The best card that is no part of anything to the partner, the lowest ones to the opponents; the Dog to the
    partner with the Dragon in hand, else to the next seat."""
    free = _free(hand)
    to_next, to_partner, to_prev = free[0], free[-1], free[1]
    if hand & DOG and hand & DRAGON:
        to_partner = DECK.index("DOG")
    elif hand & DOG:
        to_next, to_prev = DECK.index("DOG"), free[0]
    return Exchange(DECK[to_next], DECK[to_partner], DECK[to_prev])


def _free(hand: int) -> list[int]:
    """Natural cards not in bombs, the lowest first, the highest single last; more where there are too few."""
    whole = in_straight_bombs(hand)
    for rank in RANK_TEXT:
        whole |= OF_RANK[rank] if not OF_RANK[rank] & ~hand else 0
    naturals = sorted(cards_of(hand & NATURALS & ~whole), key=lambda card: (card % 13, card))
    if len(naturals) < 3:
        naturals = sorted(cards_of(hand & NATURALS), key=lambda card: (card % 13, card))
    single = [card for card in naturals if (hand & OF_RANK[card % 13 + 2]).bit_count() == 1]
    if single and single[-1] not in naturals[:2]:
        naturals.append(single[-1])
    return naturals
