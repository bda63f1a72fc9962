"""The parts of a view: what was said, what may be done now, what a seat has seen (RULES.md §13)."""

from typing import NamedTuple

import msgspec

from services.kernel.seats import Seat, Viewer
from services.tables.games.pilotta import calls
from services.tables.games.pilotta.cards import (
    FULL,
    PLAIN_ABOVE,
    SUIT_MASKS,
    TEXTS,
    TRUMP_ABOVE,
    Mask,
    cards_of,
    shown,
    texts,
)
from services.tables.games.pilotta.declarations import (
    KING_AND_QUEEN,
    Compared,
    announced,
    belote_seat,
    best_declaration,
    compare,
)
from services.tables.games.pilotta.moves import BIDS, DECLARE, Bid, Choose, Move, Take
from services.tables.games.pilotta.record import contract_of, scored_cards
from services.tables.games.pilotta.state import Phase, State, Value
from services.tables.games.pilotta.tricks import duty
from services.tables.games.toolkit.cards import SUITS


class Said(msgspec.Struct, frozen=True):
    """A call: `pass`, a bid as `90h` or `capoth`, `contra`, `recontra`, `take`, `take_seven` (with the swap), or the
    suit that was chosen."""

    phase: Phase
    seat: Seat
    call: str


class Contract(msgspec.Struct, frozen=True):
    """Who has promised what."""

    taker: Seat
    trump: str
    value: Value | None
    """Points, or `capot`; None in the classic games."""
    multiplier: int
    """1, with contra 2, with recontra 4."""
    points: int
    """Value × multiplier; 0 in the classic games."""


class Best(msgspec.Struct, frozen=True):
    """A declaration that its holder may announce."""

    kind: str
    """`carre` or `sequence`."""
    points: int
    cards: tuple[str, ...]


class Shown(msgspec.Struct, frozen=True):
    """A declaration that was announced."""

    seat: Seat
    points: int
    counts: bool | None
    """Whether its team scores it; None in trick 1."""
    cards: tuple[str, ...]
    """Empty unless it counts."""


class Belote(msgspec.Struct, frozen=True):
    """King and queen of trumps in one hand, as said so far."""

    seat: Seat
    said: str
    """`belote` with the first of them, `rebelote` with the second."""


class Choices(NamedTuple):
    """What a seat on turn may do."""

    moves: tuple[str, ...] = ()
    bids: tuple[Value, ...] = ()
    suits: tuple[str, ...] = ()
    can_swap: bool = False
    legal: tuple[str, ...] = ()
    refused: dict[str, str] = {}
