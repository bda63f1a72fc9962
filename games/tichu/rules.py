"""The rules: phases, tricks, windows, how hands and matches end (RULES.md §1–§4, §8–§14)."""

from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Any

import msgspec

from games.api import (
    PLATFORM_OPTIONS,
    Action,
    Decide,
    Draw,
    Drawn,
    Due,
    Elapsed,
    Left,
    Next,
    Over,
    Progress,
    Result,
    Wait,
)
from games.tichu import tricks
from games.tichu.cards import (
    CARD_OF,
    CARDS,
    MAHJONG,
    OF_RANK,
    RANK_OF,
    RANK_TEXT,
    deal,
    mask_of,
    texts,
)
from games.tichu.checks import check as check
from games.tichu.checks import may_call, top_of
from games.tichu.combos import as_played, beats, readings
from games.tichu.legal_plays import bombs, has_duty, plays
from games.tichu.moves import CallTichu, Exchange, GiveDragon, GrandTichu, Move, Pass, Play
from games.tichu.scoring import hand_of, match_end
from games.tichu.state import NOBODY, NONE_DECIDED, Options, State, swapped
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat

SEATS = frozenset(range(4))
WINDOW_MS = 3_000
"""How long a complete trick may still be bombed."""

replace = msgspec.structs.replace


def options(raw: Mapping[str, Any], frozen: Mapping[str, Any]) -> Options | Refusal:
    """The target, and the ratings of the platform; anything else is `options_invalid`."""
    if raw.keys() & PLATFORM_OPTIONS:
        return Refusal("options_invalid", "ratings are the platform's")
    given = {"ratings": frozen["ratings"]} if "ratings" in frozen else {}
    try:
        return msgspec.convert({**raw, **given}, Options)
    except msgspec.ValidationError as problem:
        return Refusal("options_invalid", str(problem))


def sides(options: Options) -> tuple[tuple[Seat, ...], ...]:
    """Partners sit opposite each other."""
    return ((0, 2), (1, 3))


def start(options: Options) -> State:
    """Nothing is dealt."""
    return State(options.target, options.ratings)


# --- what is waited for ---


def next_(state: State) -> Next:
    """A hand's deal; sealed decisions of all; the turn, with bombs and calls besides; a window; a Dragon's gift."""
    if state.phase == "match_over":
        return Over(result(state))
    if not state.hands:
        return Draw(state.hand_number, "deal", "shuffle", CARDS)
    if state.turn is not None:
        return Decide((Due(state.turn, state.number),), may_move(state))
    if state.phase == "window":
        return Wait(state.number, WINDOW_MS, may_move(state))
    answered = state.decided if state.phase == "grand" else [gift is not None for gift in state.gifts]
    return Decide(tuple(Due(seat, state.number) for seat in range(4) if not answered[seat]), may_move(state))


def may_move(state: State) -> frozenset[Seat]:
    """Who may do something unasked: bomb, or call Tichu. Counts of cards and calls alone decide (RULES.md §16)."""
    if state.phase == "grand":
        return tricks.NONE
    bombing = state.phase == "window" or (state.phase == "play" and bool(state.plays))
    hands = state.hands
    return frozenset(
        seat for seat in range(4) if (bombing and hands[seat].bit_count() >= tricks.BOMB_CARDS) or may_call(state, seat)
    )


# --- what may be played ---


def legal(state: State, seat: Seat) -> Iterator[Move]:
    """Every move that would be accepted; each reading of the Phoenix, named or not, and each wish."""
    if not state.hands or state.phase == "match_over":
        return
    if state.phase == "grand":
        if not state.decided[seat]:
            yield from (GrandTichu(False), GrandTichu(True))
        return
    if may_call(state, seat):
        yield CallTichu()
    if state.phase == "exchange":
        yield from _exchanges(state, seat)
    elif state.phase == "dragon":
        if seat == state.turn:
            yield from (GiveDragon((seat + 1) % 4), GiveDragon((seat + 3) % 4))
    elif state.hands[seat]:
        yield from _plays(state, seat)


def _exchanges(state: State, seat: Seat) -> Iterator[Exchange]:
    if state.gifts[seat] is None:
        held = texts(state.hands[seat])
        yield from (Exchange(*three) for three in permutations(held, 3))


def _plays(state: State, seat: Seat) -> Iterator[Move]:
    hand, top = state.hands[seat], top_of(state)
    if seat != state.turn:
        if top is not None and top.kind != "dog":
            yield from (Play(texts(mask)) for mask in bombs(hand, top))
        return
    duty = has_duty(hand, top, state.wish)
    if top is not None and not duty:
        yield Pass()
    for mask in plays(hand, top, OF_RANK[state.wish] if duty else 0):
        yield from _ways(mask, state)


def _ways(mask: int, state: State) -> Iterator[Play]:
    """A set in every form in which it would be accepted."""
    cards, top = texts(mask), top_of(state)
    named = [RANK_TEXT[combo.phoenix] for combo in readings(mask) if combo.phoenix]
    if len(named) == 2 and top is not None:
        named = [RANK_TEXT[combo.phoenix] for combo in readings(mask) if beats(as_played(mask, combo, top), top)]
    wishes = (None, *RANK_OF) if mask & MAHJONG else (None,)
    yield from (Play(cards, phx_as, wish) for wish in wishes for phx_as in (None, *named))


# --- what happens ---


def apply(state: State, actor: Seat | None, action: Move | Action) -> State:
    """The state after a move, a deal, the end of the window, or a seat's leaving."""
    if isinstance(action, Drawn):
        return _dealt(state, action.values)
    if isinstance(action, Elapsed):
        return tricks.collected(state)
    if isinstance(action, Left):
        return _left(state, action.seat)
    if actor is None:
        raise ValueError(f"tichu asks for nothing that is answered by {action}")
    if isinstance(action, Play):
        return tricks.played(state, actor, action)
    if isinstance(action, Pass):
        return tricks.passed(state, actor)
    return _besides(state, actor, action)


def _besides(state: State, seat: Seat, move: Move | Action) -> State:
    """The moves that are no plays."""
    if isinstance(move, CallTichu):
        return replace(state, calls=tricks.with_item(state.calls, seat, "tichu"))
    if isinstance(move, GiveDragon):
        return tricks.given(state, move.to)
    if isinstance(move, GrandTichu):
        return _decided(state, seat, move.call)
    if isinstance(move, Exchange):
        return _exchanged(state, seat, move)
    raise ValueError(f"tichu asks for nothing that is answered by {move}")


def _dealt(state: State, order: tuple[int, ...]) -> State:
    """Eight cards each."""
    hands, stock = deal(order)
    return replace(state, phase="grand", hands=hands, stock=stock, decided=NONE_DECIDED, number=state.number + 1)


def _decided(state: State, seat: Seat, call: bool) -> State:
    """One sealed decision; the fourth reveals them and deals six cards more."""
    calls = tricks.with_item(state.calls, seat, "grand") if call else state.calls
    decided = tricks.with_item(state.decided, seat, True)
    if not all(decided):
        return replace(state, calls=calls, decided=decided)
    more = [mask_of(state.stock[place : place + 6]) for place in (0, 6, 12, 18)]
    hands = tuple(hand | cards for hand, cards in zip(state.hands, more, strict=True))
    return replace(
        state,
        phase="exchange",
        number=state.number + 1,
        hands=hands,
        stock=(),
        decided=NONE_DECIDED,
        calls=calls,
        gifts=NOBODY,
    )


def _exchanged(state: State, seat: Seat, move: Exchange) -> State:
    """One sealed gift; with the fourth all cards change hands, and the Mah Jong leads."""
    gift = CARD_OF[move.next], CARD_OF[move.partner], CARD_OF[move.prev]
    gifts = tricks.with_item(state.gifts, seat, gift)
    if None in gifts:
        return replace(state, gifts=gifts)
    hands = swapped(state.hands, [each for each in gifts if each is not None])
    leader = next((seat for seat in range(4) if hands[seat] & MAHJONG), 0)
    return replace(state, phase="play", number=state.number + 1, hands=hands, gifts=gifts, turn=leader)


def _left(state: State, seat: Seat) -> State:
    """The other side has won."""
    if state.phase == "match_over":
        return state
    return replace(state, phase="match_over", turn=None, left=seat)


# --- ends ---


def result(state: State) -> Result:
    """How an ended match ended: by `score`, by `rating_tiebreak`, which is a tie with a named side, or `forfeited`."""
    if state.left is not None:
        return Result(_places(1 - state.left % 2), state.totals, "forfeited")
    end = match_end(state.totals, state.target, state.ratings)
    if end is None:
        raise ValueError("the match is not over")
    if end.reason == "rating_tiebreak":
        return Result((1, 1, 1, 1), state.totals, end.reason, end.winner)
    return Result(_places(end.winner), state.totals, end.reason)


def _places(winner: int) -> tuple[int, ...]:
    return (1, 2, 1, 2) if winner == 0 else (2, 1, 2, 1)


def progress(state: State) -> Progress:
    """The first round is done when the first hand was scored (RULES.md §15)."""
    return Progress(
        hand=state.hand_number,
        active=SEATS if state.left is None else SEATS - {state.left},
        first_round_done=bool(state.tallies),
        points=state.totals,
        hands=tuple(map(hand_of, state.tallies)),
    )


def timed_out(state: State, seat: Seat) -> tuple[Move, ...]:
    """Nothing is played for a seat whose time ran out (RULES.md §15)."""
    return ()
