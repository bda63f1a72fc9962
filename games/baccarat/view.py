"""What is seen: everything on the felt by everybody, chips by their owner alone (RULES.md §12)."""

import msgspec

from games.baccarat import seats
from games.baccarat.bets import Limits
from games.baccarat.cards import TEXTS, texts, total_of
from games.baccarat.payouts import BOXES, Box, Stakes, Variant
from games.baccarat.shoe import burnt
from games.baccarat.state import Entry, Guest, Phase, State
from games.baccarat.third_card import dealt_so_far
from services.kernel.seats import Seat, Viewer


class Own(msgspec.Struct, frozen=True):
    """What only the guest on the seat sees."""

    chips: int
    """What may still be laid: of stakes that are not held nothing is taken off."""
    caps: dict[str, int]
    """The guest's own limits by code: the most that may be laid in a round."""
    repeat: Stakes
    """The set that `repeat` would lay."""
    dropped: str | None
    """Why the last set was dropped when the window closed."""
    net_round: int | None
    """Of the last round with a stake."""
    net_session: int
    """Since the guest sat down."""


class Shoe(msgspec.Struct, frozen=True):
    """What everybody may know of the shoe."""

    number: int
    cards: int
    """When it was new."""
    cut: int
    """Cards behind the cut card."""
    first_card: str
    burnt: int
    """The turned-up first card included."""


class View(msgspec.Struct, frozen=True):
    """The table as a viewer sees it."""

    seat: Seat | None
    """The seat that this view is for; None for spectators and replays."""
    phase: Phase
    round: int
    variant: Variant
    bet_s: int
    limits: Limits
    boxes: tuple[Box, ...]
    seated: tuple[Seat, ...]
    absent: tuple[Seat, ...]
    stakes: dict[str, Stakes]
    """Seat → box → chips: laid, held, or settled."""
    held: tuple[Seat, ...]
    """Whose stakes the bank has."""
    credited: dict[str, Stakes]
    """Seat → box → chips given back, once the round is settled."""
    done: tuple[Seat, ...]
    player: tuple[str, ...]
    banker: tuple[str, ...]
    totals: tuple[int, int]
    """Of the cards that lie on the table."""
    result: Entry | None
    """Of this round, once its last card lies there."""
    remaining: int
    """Cards in the shoe."""
    last_round: bool
    """Whether this round is the last of its shoe."""
    shoe: Shoe | None
    history: tuple[Entry, ...]
    own: Own | None


def view(state: State, viewer: Viewer) -> View:
    """The table as `viewer` sees it."""
    guest = state.guest(viewer) if isinstance(viewer, int) else None
    guests = tuple(seats.seated(state))
    player, banker = dealt_so_far(state.dealt, state.laid) if state.laid else ((), ())
    options = state.options
    return View(
        viewer if isinstance(viewer, int) else None,
        state.phase,
        state.round,
        options.variant,
        options.bet_s,
        options.limits,
        BOXES[options.variant],
        tuple(seat for seat, _ in guests),
        tuple(seat for seat, each in guests if not each.present),
        {str(seat): each.stakes for seat, each in guests if each.stakes},
        tuple(seat for seat, each in guests if each.held),
        {str(seat): each.credited for seat, each in guests if each.credited},
        tuple(seat for seat, each in guests if each.done),
        texts(player),
        texts(banker),
        (total_of(player), total_of(banker)),
        state.outcome if state.phase == "settling" else None,
        state.remaining,
        state.last_round,
        _shoe(state),
        state.history,
        _own(guest) if guest else None,
    )


def _shoe(state: State) -> Shoe | None:
    if not state.shoe:
        return None
    first = state.shoe[0]
    return Shoe(state.shoes, len(state.shoe), state.options.cut_cards, TEXTS[first], burnt(first))


def _own(guest: Guest) -> Own:
    purse = guest.purse
    return Own(purse.chips, purse.caps, guest.repeat, guest.dropped, guest.net_round, guest.net_session)
