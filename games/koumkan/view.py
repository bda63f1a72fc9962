"""Views and events: the table by all, hands by their holders until the hand is over (RULES.md §10)."""

from typing import Any, Literal

import msgspec

from games.api import Action, Drawn, GameEvent, Left
from games.koumkan import rules, turns
from games.koumkan.hand_splits import HAND_MAX, Splitter
from games.koumkan.meld_rules import wild_cards
from games.koumkan.moves import DiscardCard, DrawCard, GoOut, LayMeld, LayOff, Move, SwapJoker
from games.koumkan.state import (
    GameId,
    Lying,
    MoveName,
    OnTimeout,
    Phase,
    Seats,
    Source,
    State,
    Target,
    Terms,
    active_seats,
    totals_of,
)
from games.koumkan.view_parts import CountedHand, MeldView, SplitMeld, melds_shown, shown
from games.toolkit.cards import JOKER, RANKS
from games.toolkit.double_deck import RANK, TEXT, Card, Undealt, sorted_texts, texts
from games.toolkit.melds import Meld, as_shown
from games.toolkit.plain import plain
from services.kernel.seats import Seat, Viewer


class Now(msgspec.Struct, frozen=True):
    """What the viewer's seat may do now: for each move the code with which every such move is refused, or None."""

    draw_stock: str | None
    draw_discard: str | None
    meld: str | None
    lay_off: str | None
    swap_joker: str | None
    discard: str | None
    go_out: str | None
    go_out_with: tuple[str, ...]
    """The cards whose discard goes out, in thanasis and dynamitis."""
    barred: str | None
    """The face that may not be discarded in this turn."""


class SplitView(msgspec.Struct, frozen=True):
    """The best split of the viewer's own hand as it is, of ten cards or eleven."""

    deadwood: int
    """What `left` would cost; in koum-kan melds that stay in hand cost too."""
    melds: tuple[SplitMeld, ...]
    left: tuple[str, ...]


class LastMoveView(msgspec.Struct, frozen=True):
    """The move made last."""

    seat: Seat
    move: MoveName
    cards: tuple[str, ...]
    """The card taken from the discard pile, cards laid, the discard; of a stock draw none."""
    meld: int | None
    """The meld that was laid, got cards or gave its joker."""
    source: Source | None = msgspec.field(name="from")
    """Of a draw."""


class View(msgspec.Struct, frozen=True):
    """The table as a viewer sees it."""

    seat: Seat | None
    """The seat that this view is for; None for spectators and replays."""
    game: GameId
    seats: Seats
    target_score: Target
    ratings: tuple[int, ...]
    on_timeout: OnTimeout
    phase: Phase
    hand_number: int
    dealer: Seat | None
    turn: Seat | None
    active: tuple[Seat, ...]
    """Who is still in the match."""
    eliminated: tuple[tuple[Seat, ...], ...]
    """Who is not, the earliest first; those together share their place."""
    indicator: str | None
    wild_ranks: tuple[str, ...]
    """What is wild: `X`, and the ranks of which every card is."""
    own_hand: tuple[str, ...]
    """By suit and rank, jokers last; empty for spectators."""
    drawn: str | None
    """The card that the viewer drew from the stock in this turn."""
    taken: str | None
    """The card that was taken from the discard pile in this turn."""
    deadwood: int | None
    """Of the own hand, in thanasis and dynamitis."""
    split: SplitView | None
    """Of the own hand; None without one."""
    hands: dict[str, tuple[str, ...]]
    """Seat → its cards: all once the hand is over, before that none but to who sees every hand."""
    hand_counts: tuple[int, ...]
    """By seat; empty before the first deal."""
    melds: tuple[MeldView, ...]
    """In the order of their ids."""
    melded: tuple[Seat, ...]
    """Who has laid a meld in this hand."""
    discard_top: str | None
    discard_count: int
    stock_count: int
    reshuffled: bool
    """Whether the discards have become the stock in this hand; the next time it is blocked."""
    turns: tuple[int, ...]
    """By seat, the turns completed in this hand."""
    quiet_turns: int
    """Turns running without a stock draw or a play; at `quiet_turns_max` the hand is blocked."""
    quiet_turns_max: int
    totals: tuple[int, ...]
    """By seat, as they were after the last hand."""
    last_move: LastMoveView | None
    last_hand: CountedHand | None
    """The hand counted last."""
    scores: tuple[tuple[int, ...], ...]
    """Of each counted hand by seat."""
    now: Now | None
    """None for spectators."""
    places: tuple[int, ...]
    """By seat, once the match is over."""
    result: Literal["won", "rating_tiebreak", "draw", "forfeited"] | None
    winner: Seat | None
    """Who has won, or is named by a tie-break."""


def view(state: State, viewer: Viewer) -> View:
    """The match as `viewer` sees it."""
    seat = viewer if isinstance(viewer, int) else None
    terms = state.terms
    splitter = _splitter(state, seat)
    split = _split(splitter) if splitter else None
    outcome = rules.result(state) if state.phase == "match_over" else None
    return View(
        seat=seat,
        game=terms.game,
        seats=terms.seats,
        target_score=terms.target_score,
        ratings=terms.ratings,
        on_timeout=terms.on_timeout,
        phase=state.phase,
        hand_number=state.hand_number,
        dealer=state.dealer,
        turn=state.turn if state.phase in ("draw", "play") else None,
        active=active_seats(state),
        eliminated=state.eliminated,
        indicator=None if state.indicator is None else TEXT[state.indicator],
        wild_ranks=wild_ranks(state),
        own_hand=sorted_texts(_own(state, seat)),
        drawn=TEXT[state.drawn] if state.drawn is not None and viewer in (state.turn, "open") else None,
        taken=None if state.taken is None else TEXT[state.taken],
        deadwood=split.deadwood if split and terms.game != "koumkan" else None,
        split=split,
        hands=_hands(state) if state.ended is not None or viewer == "open" else {},
        hand_counts=tuple(len(hand) for hand in state.hands),
        melds=tuple(shown(each) for each in state.table),
        melded=state.melded,
        discard_top=TEXT[state.pile[-1]] if state.pile else None,
        discard_count=len(state.pile),
        stock_count=len(state.stock),
        reshuffled=state.reshuffled,
        turns=state.turns,
        quiet_turns=state.quiet_turns,
        quiet_turns_max=turns.QUIET_TURNS_MAX,
        totals=totals_of(state),
        last_move=_last_move(state),
        last_hand=msgspec.convert(state.scored[-1].data, CountedHand) if state.scored else None,
        scores=tuple(hand.points for hand in state.scored),
        now=None if seat is None else _now(state, seat, splitter),
        places=outcome.places if outcome else (),
        result=outcome.reason if outcome else None,  # type: ignore[arg-type]
        winner=rules.winner(state),
    )


def wild_ranks(state: State) -> tuple[str, ...]:
    """`X`, and the ranks of which every card is wild, from A to K."""
    wild = wild_cards(state.terms.game, state.indicator)
    ranks = {RANK[card] for card in wild} - {0}
    return (JOKER, *(RANKS[rank - 1] for rank in sorted(ranks)))


def _own(state: State, seat: Seat | None) -> tuple[Card, ...]:
    return state.hands[seat] if seat is not None and state.hands else ()


def _splitter(state: State, seat: Seat | None) -> Splitter | None:
    own = _own(state, seat)
    if not 0 < len(own) <= HAND_MAX:
        return None
    return Splitter(state.terms.game, wild_cards(state.terms.game, state.indicator), own)


def _split(splitter: Splitter) -> SplitView:
    found = splitter.best()
    return SplitView(found.deadwood, melds_shown(found.melds), sorted_texts(found.left))


def _hands(state: State) -> dict[str, tuple[str, ...]]:
    return {str(seat): sorted_texts(hand) for seat, hand in enumerate(state.hands)}


def _last_move(state: State) -> LastMoveView | None:
    last = state.last_move
    return None if last is None else LastMoveView(last.seat, last.move, texts(last.cards), last.meld, last.source)


def _now(state: State, seat: Seat, splitter: Splitter | None) -> Now:
    """Why each kind of move is refused to a seat."""
    to_draw, to_play = _why_not(state, seat, "draw"), _why_not(state, seat, "discard")
    to_table = to_play or (None if state.terms.game == "koumkan" else rules.MELDING_NOT_ALLOWED.error)
    laying = to_table or _laying_refusal(state, seat)
    go_out = _why_not(state, seat, "go_out")
    able = _go_out_with(splitter) if go_out is None and splitter else ()
    return Now(
        draw_stock=to_draw or _drawing_refusal(state, "stock"),
        draw_discard=to_draw or _drawing_refusal(state, "discard"),
        meld=to_table,
        lay_off=laying,
        swap_joker=laying or (None if any(each.meld.wild for each in state.table) else rules.NO_JOKER.error),
        discard=to_play,
        go_out=go_out or (None if able else rules.NOT_COMPLETE.error),
        go_out_with=able,
        barred=turns.barred_face(state) if seat == state.turn else None,
    )


def _why_not(state: State, seat: Seat, name: str) -> str | None:
    refused = rules.phase_refusal(state, seat, name)
    return refused.error if refused else None


def _drawing_refusal(state: State, source: Source) -> str | None:
    refused = rules.draw_refusal(state, source)
    return refused.error if refused else None


def _laying_refusal(state: State, seat: Seat) -> str | None:
    if not state.table:
        return rules.UNKNOWN_MELD.error
    return None if seat in state.melded else rules.NOT_MELDED_YET.error


def _go_out_with(splitter: Splitter) -> tuple[str, ...]:
    """The faces whose discard leaves no deadwood."""
    by_face = {TEXT[card]: card for card in splitter.natural + splitter.wild}
    if len(splitter.natural) + len(splitter.wild) < 2:
        return ()
    return sorted_texts(card for card in by_face.values() if splitter.deadwood(card) == 0)


# --- events ---


def event(before: State, actor: Seat | None, action: Move | Action, after: State, viewer: Viewer) -> GameEvent | None:
    """The event as the viewer may see it: `leader`, `deal`, `put_back`, `reshuffle`, `left`, or a move by its name."""
    if isinstance(action, Drawn):
        return _chance_event(before, after, viewer)
    if isinstance(action, Left):
        return GameEvent("left", {"seat": action.seat} | _hand_fields(before, after))
    if actor is not None and isinstance(action, Move):
        return GameEvent(action.__struct_config__.tag, _move_fields(before, actor, action, after, viewer))  # type: ignore[arg-type]
    raise ValueError(f"koum-kan asks for nothing that is answered by {action}")


def _chance_event(before: State, after: State, viewer: Viewer) -> GameEvent:
    if before.dealer is None:
        return GameEvent("leader", {"seat": turns.after_seat(after, after.dealer or 0), "dealer": after.dealer})
    if before.phase == "reshuffle":
        return GameEvent("reshuffle", {"stock_count": len(after.stock)})
    turned = after.stock[0] if after.phase == "indicator" else after.indicator
    data = {"turned": None if turned is None else TEXT[turned], "indicator": after.indicator is not None}
    if before.phase == "indicator":
        return GameEvent("put_back", data)
    own = list(sorted_texts(after.hands[viewer])) if isinstance(viewer, int) else None
    data |= {"discard_top": TEXT[after.pile[-1]] if after.pile else None}
    return GameEvent("deal", data | {"hand_number": after.hand_number, "dealer": after.dealer, "own_hand": own})


def _move_fields(before: State, seat: Seat, move: Move, after: State, viewer: Viewer) -> dict[str, Any]:
    """A move, with the hand as it was counted if that ended it."""
    data: dict[str, Any] = {"seat": seat}
    if isinstance(move, DrawCard):
        card = before.stock[0] if move.source == "stock" else before.pile[-1]
        public = move.source == "discard" or viewer in (seat, "open")
        return data | {"from": move.source, "card": TEXT[card] if public else None}
    if isinstance(move, LayMeld | LayOff | SwapJoker):
        last = after.last_move
        (meld,) = [shown(each) for each in after.table if last and each.id == last.meld]
        return data | {"cards": list(texts(last.cards)) if last else [], "meld": plain(meld)}
    if isinstance(move, DiscardCard):
        data |= {"card": move.card, "turn": after.turn if after.ended is None else None}
    elif isinstance(move, GoOut):
        data |= {"card": move.discard}
    return data | _hand_fields(before, after)


def _hand_fields(before: State, after: State) -> dict[str, Any]:
    """The hand that has ended, if one has."""
    return {"hand": after.scored[-1].data} if len(after.scored) > len(before.scored) else {}


# --- from what a seat sees -------------------------------------------------------------------------------------------


def state_of(view: View, seat: Seat) -> State:
    """The state as the seat sees it; the other hands are empty, hidden discards and the stock are cards not seen."""
    deck = Undealt()
    own = deck.cards(view.own_hand) or ()
    top = deck.cards([view.discard_top] if view.discard_top else []) or ()
    table = tuple(Lying(meld.id, meld.owner, _meld(meld, deck)) for meld in view.melds)
    indicator = deck.cards([view.indicator] if view.indicator else [])
    left = deck.rest()
    hidden = view.discard_count - len(top)
    return State(
        Terms(view.game, view.seats, view.target_score, view.ratings, view.on_timeout),
        view.phase,
        view.hand_number,
        view.dealer,
        view.turn,
        eliminated=view.eliminated,
        hands=tuple(own if each == seat else () for each in range(view.seats)),
        indicator=indicator[0] if indicator else None,
        stock=left[hidden : hidden + view.stock_count],
        pile=(*left[:hidden], *top),
        reshuffled=view.reshuffled,
        table=table,
        melded=view.melded,
        drawn=next((card for card in own if TEXT[card] == view.drawn), None),
        taken=next((card for card in own if TEXT[card] == view.taken), None),
        barred=view.now.barred if view.now else None,
        quiet_turns=view.quiet_turns,
        turns=view.turns,
        totals=view.totals,
    )


def _meld(meld: MeldView, deck: Undealt) -> Meld:
    wild = tuple(each.index for each in meld.stands_for)
    return as_shown(meld.suit, meld.low, meld.rank, deck.cards(meld.cards) or (), wild)
