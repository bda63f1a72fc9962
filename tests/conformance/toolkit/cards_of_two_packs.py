"""Cards of two packs by their faces, in moments and in calculations: each face read is another physical card."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Annotated, Any, Protocol, TypeVar

import msgspec

from games.toolkit.double_deck import COPIES, TEXT, Card, sorted_texts, texts
from games.toolkit.meld_moves import is_meld_id
from games.toolkit.melds import Kind, Meld
from services.kernel.seats import Seat
from tests.conformance.forms import Form, Match, Record, must, present

Faces = tuple[str, ...]
Read = TypeVar("Read")


def _met(faces: Faces, match: Match) -> tuple[Card, ...] | None:
    """There are so many of a face as the deck has."""
    found: tuple[Card, ...] | None = match.undealt.cards(faces)
    return found


def face(card: Card) -> str:
    """The text of a card."""
    return TEXT[card]


Cards = Annotated[tuple[Card, ...], Form(Faces, _met, texts, of_match=True)]
Hand = Annotated[tuple[Card, ...], Form(Faces, _met, sorted_texts, of_match=True)]
Face = Annotated[str, Form(str, write=face)]
"""Of a card that is in a hand as well; read as it is."""


NamedCards = Annotated[
    tuple[Card, ...],
    Form(Faces, lambda faces: tuple(COPIES[each][0] for each in faces) if COPIES.keys() >= {*faces} else None, texts),
]
"""Cards that are named without being taken from the deck: of each face its first copy."""


class GivenMeld(msgspec.Struct, frozen=True):
    """A meld of a moment; without an id it gets one."""

    cards: tuple[Card, ...]
    id: int | None = None
    owner: Seat = 0
    kind: Kind | None = None


Melds = tuple[Annotated[GivenMeld, Record(GivenMeld, others=True, cards=Cards)], ...]


def laid(
    melds: Iterable[tuple[int, GivenMeld]],
    read_meld: Callable[[GivenMeld], Meld | str],
    lying: Callable[[int, int, Meld], Read],
) -> tuple[Read, ...]:
    """The melds and their owners, in the order of their ids; those without ids are counted from 1."""
    found: dict[int, Read] = {}
    for number, (owner, given) in enumerate(melds, 1):
        meld, name = read_meld(given), number if given.id is None else given.id
        must(is_meld_id(name) and name not in found, "table")
        found[name] = lying(name, owner, present(None if isinstance(meld, str) else meld, "table"))
    return tuple(found[name] for name in sorted(found))


class _Given(Protocol):
    @property
    def stock(self) -> tuple[Card, ...]: ...
    @property
    def stock_count(self) -> int | None: ...
    @property
    def turned(self) -> tuple[Seat, ...]: ...
    @property
    def first_round_done(self) -> bool: ...


def stock_of(given: _Given, match: Match) -> tuple[Card, ...]:
    """The stock of a moment: the cards given, or as many of those not met as are counted."""
    count = given.stock_count
    if count is None or given.stock:
        must(count in (None, len(given.stock)), "stock_count")
        return given.stock
    left: tuple[Card, ...] = match.undealt.rest()
    must(0 <= count <= len(left), "stock_count")
    return left[:count]


def turned_of(given: _Given, active: Collection[Seat], seats: int) -> tuple[Seat, ...]:
    """The seats that have had a turn in the hand: all of them where `first_round_done` is given."""
    turned, all_seats = given.turned, tuple(range(seats))
    must({*turned} <= {*all_seats} and len({*turned}) == len(turned), "turned")
    done = {*active} <= {*turned}
    must(given.first_round_done or not done, "turned")
    return all_seats if given.first_round_done and not done else turned


def card_in(hand: Sequence[Card], face: str, name: str) -> Card:
    """The card of a hand with this face; another copy if it has left the hand again."""
    must(face in COPIES, name)
    return next((card for card in hand if TEXT[card] == face), COPIES[face][-1])


# --- calculations ---


def cards_of(faces: Sequence[str], name: str, without: str | None = None) -> tuple[Card, ...]:
    """Cards with these faces, the copies in turn; none with the face that the deck is `without`."""
    must(all(face in COPIES and face != without for face in faces), name)
    return tuple(COPIES[face][faces[:index].count(face) % len(COPIES[face])] for index, face in enumerate(faces))


def cards_from_hand(
    faces: Sequence[str], hand: Sequence[str] | None, without: str | None = None
) -> tuple[Card, ...] | None:
    """The cards, if the hand has them; any that there are if none is given. None: `card_not_in_hand`."""
    there = all(face in COPIES and face != without for face in faces)
    held = there and (hand is None or not Counter(faces) - Counter(hand))
    return cards_of(faces, "cards") if held else None


OldMeld = list[str] | dict[str, Any]
"""A meld on the table: its cards, or a record of them."""


def old_meld(given: OldMeld, read_meld: Callable[[tuple[Card, ...]], Meld | str], without: str | None = None) -> Meld:
    """A meld on the table, read as a new one is."""
    faces: Any = given.get("cards") if isinstance(given, dict) else given
    must(isinstance(faces, list) and all(isinstance(face, str) for face in faces), "meld")
    found = read_meld(cards_of(faces, "meld", without))
    return present(None if isinstance(found, str) else found, "meld")
