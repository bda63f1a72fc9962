"""What is seen (RULES.md §16): the table by all, cards and what can be done with them by their holder alone."""

import msgspec

from games.tichu.cards import DECK, OF_RANK, RANK_TEXT, hand_texts, texts
from games.tichu.checks import may_call, top_of
from games.tichu.combos import Kind
from games.tichu.events import event as event
from games.tichu.legal_plays import bombs, can_play, has_duty
from games.tichu.rules import may_move, result
from games.tichu.state import Call, Collected, Gift, Laid, Phase, State, Tally, Target, Totals, received
from games.tichu.tricks import BOMB_CARDS
from services.kernel.seats import Seat, Viewer

Texts = tuple[str, ...]


class Gifts(msgspec.Struct, frozen=True):
    """Three cards by where they go to, or where they come from."""

    next: str
    partner: str
    prev: str


class Shown(msgspec.Struct, frozen=True):
    """A play on the table."""

    seat: Seat
    cards: Texts
    type: Kind
    length: int
    rank: float
    """What is compared: 1 Mah Jong, 2 … 14, 15 Dragon; the Phoenix alone has halves."""
    phx_as: str | None
    """The rank that the Phoenix stands for in a combination."""


class Trick(msgspec.Struct, frozen=True):
    """The trick taken last, play by play."""

    owner: Seat
    plays: tuple[Shown, ...]
    dragon_to: Seat | None
    """To whom the Dragon's trick was given."""


class HandScore(msgspec.Struct, frozen=True):
    """A scored hand on the scoreboard."""

    points: Totals
    totals: Totals
    calls: tuple[Call | None, ...]
    """By seat."""
    first: Seat
    """Who was out first: whose call succeeded."""
    double_victory: bool


class View(msgspec.Struct, frozen=True):
    """The table as a viewer sees it. Cards are texts: `7j`, `Ts`, `MJ`, `DOG`, `PHX`, `DRG`."""

    seat: Seat | None
    """The seat that this view is for; None for spectators and replays."""
    target: Target
    phase: Phase
    """`grand` without `counts`: the next hand is being dealt."""
    hand_number: int
    turn: Seat | None
    """Who leads or follows; in `dragon` who gives the trick away."""
    hands: dict[str, Texts]
    """Seat → its cards, the lowest first: the viewer's own; all for replays."""
    counts: tuple[int, ...]
    """By seat, how many cards it holds; empty before the deal."""
    answered: tuple[bool, ...]
    """By seat, in `grand` who has decided, in `exchange` who has given; else all False."""
    calls: tuple[Call | None, ...]
    """By seat. In `grand` one's own alone."""
    given: dict[str, Gifts]
    """Seat → what it gave to whom in this hand; as for `hands`."""
    received: dict[str, Gifts]
    """Seat → what it got from whom, once cards have changed hands; as for `hands`."""
    plays: tuple[Shown, ...]
    """The running trick; the last play is its top. Empty: the turn is a lead."""
    passed: tuple[Seat, ...]
    """Who has passed since the top was played, in order."""
    wish: str | None
    """The wished rank, `2` … `A`."""
    out: tuple[Seat, ...]
    """Who is out, in order."""
    last_trick: Trick | None
    """The trick taken last, in the next hand the one that ended the last."""
    dog: Seat | None
    """Who led the Dog just now; None once something else was played."""
    may_bomb: tuple[Seat, ...]
    """Who holds cards enough for a bomb while there is something to bomb, whatever they are."""
    may_call: bool
    """Whether the viewer may call Tichu now."""
    may_pass: bool
    """Whether the viewer may pass now."""
    can_play: bool
    """Whether the viewer, in turn, has anything to play."""
    bombs: tuple[Texts, ...]
    """The viewer's bombs that may be played now, in turn or out of turn."""
    duty: bool
    """Whether the viewer, in turn, must play a card of the wished rank."""
    duty_cards: Texts
    """The viewer's cards of the wished rank, if so."""
    totals: Totals
    """By team, after the last hand."""
    scores: tuple[HandScore, ...]
    """Hand by hand."""
    last_hand: Tally | None
    """The last hand's arithmetic."""
    result: str | None
    """`score`, `rating_tiebreak` or `forfeited`, when the match is over."""
    winner: int | None
    """The team that has won, or that a `rating_tiebreak` names."""


def view(state: State, viewer: Viewer) -> View:
    """The match as `viewer` sees it."""
    seat = viewer if isinstance(viewer, int) else None
    own = _own(state, viewer)
    choice = _choice(state, seat)
    reason, winner = _end(state)
    return View(
        seat,
        state.target,
        state.phase,
        state.hand_number,
        state.turn,
        {str(each): hand_texts(state.hands[each]) for each in own},
        tuple(hand.bit_count() for hand in state.hands),
        _answered(state),
        _calls(state, own),
        {str(each): gifts for each in own if (gifts := _given(state.gifts[each]))},
        {str(each): gifts for each in own if (gifts := _given(_received(state, each)))},
        tuple(shown(laid) for laid in state.plays),
        state.passed,
        RANK_TEXT.get(state.wish),
        state.out,
        trick(state.last_trick),
        state.dog,
        _may_bomb(state),
        *choice,
        state.totals,
        tuple(_score(tally) for tally in state.tallies),
        state.tallies[-1] if state.tallies else None,
        reason,
        winner,
    )


def _own(state: State, viewer: Viewer) -> tuple[Seat, ...]:
    """The seats whose cards the viewer sees."""
    if not state.hands:
        return ()
    return (viewer,) if isinstance(viewer, int) else tuple(range(4)) if viewer == "open" else ()


def _answered(state: State) -> tuple[bool, ...]:
    if state.phase == "exchange":
        return tuple(gift is not None for gift in state.gifts)
    return state.decided


def _calls(state: State, own: tuple[Seat, ...]) -> tuple[Call | None, ...]:
    """What was called; a Grand Tichu is sealed until all have decided."""
    if state.phase != "grand":
        return state.calls
    return tuple(call if seat in own else None for seat, call in enumerate(state.calls))


def _given(gift: Gift | None) -> Gifts | None:
    return None if gift is None else Gifts(*(DECK[card] for card in gift))


def _received(state: State, seat: Seat) -> Gift | None:
    return None if state.phase == "exchange" else received(state.gifts, seat)


def shown(laid: Laid) -> Shown:
    """A play as it lies on the table."""
    return Shown(laid.seat, texts(laid.cards), laid.kind, laid.length, laid.strength / 2, RANK_TEXT.get(laid.phoenix))


def trick(taken: Collected | None) -> Trick | None:
    """The trick taken last."""
    if taken is None:
        return None
    return Trick(taken.owner, tuple(shown(laid) for laid in taken.plays), taken.dragon_to)


def _may_bomb(state: State) -> tuple[Seat, ...]:
    if not state.plays or state.phase not in ("play", "window"):
        return ()
    return tuple(seat for seat in sorted(may_move(state)) if state.hands[seat].bit_count() >= BOMB_CARDS)


def _choice(state: State, seat: Seat | None) -> tuple[bool, bool, bool, tuple[Texts, ...], bool, Texts]:
    """`may_call`, `may_pass`, `can_play`, `bombs`, `duty` and `duty_cards`."""
    if seat is None or not state.hands or state.phase not in ("exchange", "play", "window", "dragon"):
        return False, False, False, (), False, ()
    calling = may_call(state, seat)
    in_turn = state.turn == seat
    if state.phase not in ("play", "window") or not (in_turn or state.plays):
        return calling, False, False, (), False, ()
    hand, top = state.hands[seat], top_of(state)
    held = tuple(texts(mask) for mask in bombs(hand, top))
    if not in_turn:
        return calling, False, False, held, False, ()
    duty = has_duty(hand, top, state.wish)
    duty_cards = texts(hand & OF_RANK[state.wish]) if duty else ()
    return calling, top is not None and not duty, can_play(hand, top), held, duty, duty_cards


def _score(tally: Tally) -> HandScore:
    return HandScore(tally.points, tally.totals, tally.calls, tally.out[0], tally.double_victory)


def _end(state: State) -> tuple[str | None, int | None]:
    """How the match ended, and for which team."""
    if state.phase != "match_over":
        return None, None
    end = result(state)
    return end.reason, end.places.index(1) % 2 if end.named is None else end.named
