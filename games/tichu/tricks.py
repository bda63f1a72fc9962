"""Plays, passes, complete tricks and what ends a hand (RULES.md §8, §10–§13)."""

from typing import Any

import msgspec

from games.tichu.cards import BIT_OF, DOG, MAHJONG, OF_RANK, RANK_OF
from games.tichu.checks import chosen, top_of
from games.tichu.combos import DRAGON_STRENGTH, as_played
from games.tichu.moves import Play
from games.tichu.scoring import is_double_victory, match_end, tally
from games.tichu.state import Collected, Laid, State
from services.kernel.seats import Seat

BOMB_CARDS = 4
"""Fewer cards are no bomb."""
NONE: frozenset[Seat] = frozenset()

replace = msgspec.structs.replace


def with_item(items: tuple[Any, ...], place: int, item: Any) -> tuple[Any, ...]:
    """The items with another one at a place."""
    return (*items[:place], item, *items[place + 1 :])


def next_active(hands: tuple[int, ...], seat: Seat) -> Seat:
    """The first seat after this one that holds cards."""
    return next((seat + step) % 4 for step in range(1, 5) if hands[(seat + step) % 4])


# --- plays and passes ---


def played(state: State, seat: Seat, move: Play) -> State:
    """Cards on the table; then the next seat's turn, or the end of the hand."""
    mask = sum(BIT_OF[text] for text in move.cards)
    combo = chosen(mask, move.phx_as)
    if isinstance(combo, str):
        raise ValueError(f"played without being checked: {combo}")
    own = state.hands[seat] & ~mask
    hands = with_item(state.hands, seat, own)
    out = state.out if own else (*state.out, seat)
    combo = as_played(mask, combo, top_of(state))
    ended = not own and (len(out) == 3 or is_double_victory(out) or not any(hands))
    plays: tuple[Laid, ...] = ()
    if mask == DOG:
        turn = None if ended else after_dog(hands, seat)
    else:
        turn = None if ended else next_active(hands, seat)
        plays = (*state.plays, Laid(seat, mask, combo.kind, combo.length, combo.strength, combo.phoenix))
    after = replace(
        state,
        phase="play",
        number=state.number + 1,
        turn=turn,
        hands=hands,
        plays=plays,
        trick=state.trick | mask if plays else 0,
        passed=(),
        wish=wish_after(state.wish, mask, move.wish),
        out=out,
        dog=seat if mask == DOG else None,
    )
    return _ended(after) if ended else after


def after_dog(hands: tuple[int, ...], seat: Seat) -> Seat:
    """Who leads after the Dog: the partner, or the next active seat after the partner."""
    return next_active(hands, (seat + 1) % 4)


def wish_after(wish: int, mask: int, wished: str | None) -> int:
    """The wish after a play: fulfilled by a natural card of its rank, made with the Mah Jong (RULES.md §11)."""
    if mask & MAHJONG:
        return RANK_OF[wished] if wished is not None else 0
    return 0 if mask & OF_RANK[wish] else wish


def passed(state: State, seat: Seat) -> State:
    """A pass; the last one completes the trick, which may be bombed for a while where anybody holds cards enough."""
    passes = (*state.passed, seat)
    number = state.number + 1
    owner = state.plays[-1].seat
    others = sum(1 for each in range(4) if state.hands[each] and each != owner)
    if len(passes) < others:
        return replace(state, number=number, passed=passes, turn=next_active(state.hands, seat))
    complete = replace(state, number=number, passed=passes, turn=None, phase="window")
    if any(hand.bit_count() >= BOMB_CARDS for hand in state.hands):
        return complete
    return collected(complete)


# --- complete tricks ---


def collected(state: State) -> State:
    """The window is over: the owner of the top takes the trick and leads, or must first give it away."""
    owner = state.plays[-1].seat
    if state.plays[-1].strength == DRAGON_STRENGTH and state.plays[-1].kind == "single":
        return replace(state, phase="dragon", turn=owner, number=state.number + 1)
    return _taken(state, owner, None)


def given(state: State, to: Seat) -> State:
    """The Dragon's trick goes to an opponent."""
    return _taken(state, to, to)


def _taken(state: State, pile: Seat, dragon_to: Seat | None) -> State:
    """The trick on a pile; then the next lead, or the scoring if the hand is over."""
    owner = state.plays[-1].seat
    piles = with_item(state.piles, pile, state.piles[pile] | state.trick)
    last_trick = Collected(owner, state.plays, dragon_to)
    if len(state.out) == 3:
        return _scored(state, piles, last_trick)
    return replace(
        state,
        phase="play",
        number=state.number + 1,
        turn=owner if state.hands[owner] else next_active(state.hands, owner),
        plays=(),
        trick=0,
        passed=(),
        piles=piles,
        last_trick=last_trick,
    )


# --- the end of a hand ---


def _ended(state: State) -> State:
    """Nobody plays on: a double victory counts no cards, else the trick is taken first (RULES.md §12)."""
    if state.plays and not is_double_victory(state.out):
        return collected(state)
    shown = Collected(state.plays[-1].seat, state.plays) if state.plays else state.last_trick
    return _scored(state, state.piles, shown)


def _scored(state: State, piles: tuple[int, ...], last_trick: Collected | None) -> State:
    """The hand is written down; the next one is to be dealt, or the match is over."""
    written = tally(state, piles)
    over = match_end(written.totals, state.target, state.ratings) is not None
    return State(
        state.target,
        state.ratings,
        phase="match_over" if over else "grand",
        number=state.number + 1,
        hand_number=state.hand_number if over else state.hand_number + 1,
        last_trick=last_trick,
        totals=written.totals,
        tallies=(*state.tallies, written),
    )
