"""Every legal move, one after another, without looking further than asked (RULES.md §6).

Discards, going out, swaps and single lay-offs come first, then melds, then longer lay-offs. Cards that make the same
meld are listed once, in the order in which they will lie; `go_out` without the melds, which the server finds.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, takewhile

from games.koumkan import rules, turns
from games.koumkan.hand_splits import discards_that_complete
from games.koumkan.meld_rules import GROUP_MAX, MELD_MIN, RUN_MAX, laid, swapped, wild_cards
from games.koumkan.moves import DiscardCard, DrawCard, GoOut, LayMeld, LayOff, Move, SwapJoker
from games.koumkan.state import Source, State
from games.toolkit.cards import JOKER
from games.toolkit.double_deck import COPIES, JOKERS_SET, Card
from games.toolkit.faces import PLACE_TEXTS, RANK_BITS, places, shown, texts_of
from games.toolkit.lay_offs import lay_offs, near
from games.toolkit.melds import Kind
from services.kernel.seats import Seat

SOURCES: tuple[Source, ...] = ("stock", "discard")
WINDOWS_KEPT = 4096
"""Of so many sets of places the windows are kept."""


def legal(state: State, seat: Seat) -> Iterator[Move]:
    """The moves of the seat in turn; of any other none."""
    if seat != state.turn or state.phase not in ("draw", "play"):
        return
    if state.phase == "draw":
        yield from (DrawCard(source) for source in SOURCES if rules.draw_refusal(state, source) is None)
        return
    hand, barred = state.hands[seat], turns.barred_face(state)
    yield from (DiscardCard(face) for face in texts_of(shown(hand)) if face != barred)
    if state.terms.game == "koumkan":
        yield from _table_moves(state, seat)
        return
    out = discards_that_complete(hand, wild_cards(state.terms.game, state.indicator))
    yield from (GoOut(face) for face in texts_of(shown(out)))


def _table_moves(state: State, seat: Seat) -> Iterator[Move]:
    """Swaps, melds and lay-offs that leave enough cards."""
    hand = state.hands[seat]
    if seat in state.melded:
        yield from _swaps(state, hand)
    found = lay_offs(laid, hand, state.table if seat in state.melded else ())
    keeping_one = takewhile(lambda play: len(play.cards) < len(hand), found)
    longer: list[LayOff] = []
    for play in keeping_one:
        if len(play.cards) > 1:
            longer.append(play)
            break
        yield play
    yield from (meld for meld in melds(hand) if len(meld.cards) < len(hand))
    yield from longer
    yield from keeping_one


def _swaps(state: State, hand: tuple[Card, ...]) -> Iterator[SwapJoker]:
    faces = shown(hand)
    for each in state.table:
        for face in texts_of(faces & near(each.meld)) if each.meld.wild else ():
            if not isinstance(swapped(each.meld, COPIES[face][0]), str):
                yield SwapJoker(each.id, face)


# --- melds ---


def melds(hand: tuple[Card, ...]) -> Iterator[LayMeld]:
    """Every new meld of a hand of koum-kan; what must stay in hand is not looked at."""
    faces, jokers = shown(hand), sum(card in JOKERS_SET for card in hand)
    for suit, texts in enumerate(PLACE_TEXTS):
        for lo, hi, absent in _windows(places(faces, suit), jokers):
            yield from _with_jokers(texts[lo:hi], absent, jokers)
    for rank in RANK_BITS[1:]:
        if faces & rank:
            yield from _groups(tuple(texts_of(faces & rank)), jokers)


@lru_cache(maxsize=WINDOWS_KEPT)
def _windows(filled: int, jokers: int) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
    """Places in a row of a suit, on each a natural card or a joker: the first, the one after the last, and the indexes
    of those that natural cards do not fill. `filled`: those that they can, the first as bit 0."""
    found = []
    for lo in range(RUN_MAX - MELD_MIN + 1):
        absent: tuple[int, ...] = ()
        for place in range(lo, RUN_MAX):
            if not filled >> place & 1:
                absent = (*absent, place - lo)
            if len(absent) > jokers:
                break
            if place - lo >= MELD_MIN - 1:
                found.append((lo, place + 1, absent))
    return tuple(found)


def _with_jokers(window: tuple[str, ...], absent: tuple[int, ...], jokers: int) -> Iterator[LayMeld]:
    """The run with jokers where cards are absent, and then with more and more of the others replaced."""
    if not absent and not jokers:
        yield LayMeld(window)
        return
    present = [index for index in range(len(window)) if index not in absent]
    for more in range(min(jokers - len(absent), len(present) - 1) + 1):
        for replaced in combinations(present, more):
            stand = {*absent, *replaced}
            cards = tuple(JOKER if index in stand else face for index, face in enumerate(window))
            kind: Kind | None = "run" if len(present) - more == 1 and len(window) <= GROUP_MAX else None
            if len(present) > more:
                yield LayMeld(cards, kind)


def _groups(faces: tuple[str, ...], jokers: int) -> Iterator[LayMeld]:
    """One to four cards of a rank in different suits, and jokers up to four cards."""
    for count in range(max(1, MELD_MIN - jokers), len(faces) + 1):
        for natural in combinations(faces, count):
            for more in range(max(0, MELD_MIN - count), min(jokers, GROUP_MAX - count) + 1):
                yield LayMeld((*natural, *(JOKER,) * more))
