"""Every legal move, one after another, without looking further than asked (RULES.md §6).

Discards, going out, swaps and single lay-offs come first, then melds, then longer lay-offs. Cards that make the same
meld are listed once, in the order in which they will lie; `go_out` without the melds, which the server finds.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from services.kernel.seats import Seat
from services.tables.games.koumkan import plays, rules
from services.tables.games.koumkan.moves import DiscardCard, DrawCard, GoOut, LayMeld, LayOff, Move, SwapJoker
from services.tables.games.koumkan.reading import GROUP_MAX, MELD_MIN, RUN_MAX, laid
from services.tables.games.koumkan.state import Source, State
from services.tables.games.toolkit.cards import JOKER, RANKS, SUITS
from services.tables.games.toolkit.double_deck import COPIES, TEXT, Card, sorted_texts, taken, without
from services.tables.games.toolkit.melds import End, Kind, Meld

ENDS: tuple[End | None, ...] = (None, "low", "high")
SOURCES: tuple[Source, ...] = ("stock", "discard")


def legal(state: State, seat: Seat) -> Iterator[Move]:
    """The moves of the seat in turn; of any other none."""
    if seat != state.turn or state.phase not in ("draw", "play"):
        return
    if state.phase == "draw":
        yield from (DrawCard(source) for source in SOURCES if rules.draw_refusal(state, source) is None)
        return
    faces = tuple(dict.fromkeys(sorted_texts(state.hands[seat])))
    yield from (move for face in faces if rules.check(state, seat, move := DiscardCard(face)) is None)
    if state.terms.game == "koumkan":
        yield from _table_moves(state, seat, faces)
    else:
        yield from (out for face in faces if rules.check(state, seat, out := GoOut(face)) is None)


def _table_moves(state: State, seat: Seat, faces: tuple[str, ...]) -> Iterator[Move]:
    """Swaps, melds and lay-offs that leave enough cards."""
    if seat in state.melded:
        for swap in (SwapJoker(each.id, face) for each in state.table if each.meld.wild for face in faces):
            if not isinstance(plays.joker_swapped(state, seat, swap), str):
                yield swap
    lay_offs = _lay_offs(state, seat)
    longer: list[LayOff] = []
    for play in lay_offs:
        if len(play.cards) > 1:
            longer.append(play)
            break
        yield play
    yield from _melds(state, seat)
    yield from longer
    yield from lay_offs


# --- melds ---


def _melds(state: State, seat: Seat) -> Iterator[LayMeld]:
    hand = state.hands[seat]
    for meld in melds(hand):
        if len(meld.cards) < len(hand):
            yield meld


def melds(hand: tuple[Card, ...]) -> Iterator[LayMeld]:
    """Every new meld of a hand of koum-kan; what must stay in hand is not looked at."""
    held = Counter(TEXT[card] for card in hand)
    for suit in SUITS:
        yield from _runs(held, suit)
    for rank in RANKS:
        yield from _groups(held, rank)


def _runs(held: Counter[str], suit: str) -> Iterator[LayMeld]:
    """Places in a row, on each a natural card or a joker."""
    faces = [rank + suit for rank in RANKS]
    jokers, most = held[JOKER], held[JOKER] + sum(face in held for face in faces)
    for lo in range(RUN_MAX - MELD_MIN + 1):
        for count in range(MELD_MIN, min(most, RUN_MAX - lo) + 1):
            window = faces[lo : lo + count]
            absent = [index for index, face in enumerate(window) if face not in held]
            if len(absent) <= jokers:
                yield from _with_jokers(window, absent, jokers)


def _with_jokers(window: list[str], absent: list[int], jokers: int) -> Iterator[LayMeld]:
    """The run with jokers where cards are absent, and then with more and more of the others replaced."""
    present = [index for index in range(len(window)) if index not in absent]
    for more in range(min(jokers - len(absent), len(present) - 1) + 1):
        for replaced in combinations(present, more):
            stand = {*absent, *replaced}
            cards = tuple(JOKER if index in stand else face for index, face in enumerate(window))
            kind: Kind | None = "run" if len(present) - more == 1 and len(window) <= GROUP_MAX else None
            if len(present) > more:
                yield LayMeld(cards, kind)


def _groups(held: Counter[str], rank: str) -> Iterator[LayMeld]:
    """One to four suits of a rank, and jokers up to four cards."""
    faces = [rank + suit for suit in SUITS if rank + suit in held]
    for count in range(1, len(faces) + 1):
        for natural in combinations(faces, count):
            for jokers in range(max(0, MELD_MIN - count), min(held[JOKER], GROUP_MAX - count) + 1):
                yield LayMeld((*natural, *(JOKER,) * jokers))


# --- lay-offs ---


def _lay_offs(state: State, seat: Seat) -> Iterator[LayOff]:
    """Cards that fit one after the other and leave one to discard, by their number: single ones, then two and so on."""
    if seat not in state.melded:
        return
    hand = state.hands[seat]
    level = [(LayOff(each.id, (), end), each.meld) for end in ENDS for each in state.table]
    for _ in range(len(hand) - 1):
        longer: list[tuple[LayOff, Meld]] = []
        for play, meld in level:
            for found in _one_more(hand, play, meld):
                yield found[0]
                longer.append(found)
        level = longer


def _one_more(hand: tuple[Card, ...], play: LayOff, meld: Meld) -> Iterator[tuple[LayOff, Meld]]:
    """The lay-off with each further card that fits, and the meld after it."""
    rest = without(hand, taken(hand, play.cards) or ())
    for face in dict.fromkeys(sorted_texts(rest)):
        found = laid(meld, COPIES[face][0], play.end)
        if not isinstance(found, str):
            yield LayOff(play.meld, (*play.cards, face), play.end), found
