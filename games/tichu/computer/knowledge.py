"""What a seat knows of a hand in play, from its view and the events that it saw, and worlds that agree with it: hands
for the three others, by chance (RULES.md §16, §17)."""

from collections.abc import Sequence
from typing import NamedTuple

from games.api import GameEvent
from games.tichu.cards import ALL, BIT_OF, DRAGON, OF_RANK, PHOENIX, cards_of, points
from games.tichu.state import Call
from games.tichu.state_from_view import hand_of
from games.tichu.view import View
from games.toolkit.seeded import Seeded
from services.kernel.seats import Seat

STRONG_CARDS = DRAGON | PHOENIX | OF_RANK[14]
CALLER_SHARE = 2.5
"""How much likelier than another a seat that has called, and has played no card, is to hold each strong card."""


class Knowledge(NamedTuple):
    """Cards as masks; points by seat."""

    seat: Seat
    hand: int
    gone: int
    """Cards that were played in this hand, as far as it was seen."""
    known: tuple[int, int, int, int]
    """By seat, cards that it was given by this seat and has not played."""
    counts: tuple[int, ...]
    piles: tuple[int, ...]
    """The points of the tricks that were seen."""
    calls: tuple[Call | None, ...]

    @property
    def unseen(self) -> int:
        """Cards that another seat may hold, and nothing says which one."""
        first, second, third, fourth = self.known
        return ALL & ~(self.hand | self.gone | first | second | third | fourth)


def knowledge_of(view: View, history: Sequence[GameEvent]) -> Knowledge:
    """What the view's seat knows. A history that lacks its beginning knows fewer cards that are gone."""
    seat = view.seat or 0
    hand = hand_of(view)
    gone, piles = _past(view, history)
    gone &= ~hand
    return Knowledge(seat, hand, gone, _given(view, gone), view.counts, piles, view.calls)


def _past(view: View, history: Sequence[GameEvent]) -> tuple[int, tuple[int, ...]]:
    """The cards that were played and the points of the tricks that were taken, by seat."""
    gone = _on_table(view)
    piles, trick = [0, 0, 0, 0], 0
    for event in history:
        data = event.data
        if event.kind == "deal":
            gone, piles, trick = _on_table(view), [0, 0, 0, 0], 0
        elif event.kind == "play":
            mask = _mask(data["cards"])
            gone |= mask
            trick += points(mask)
        taken = data.get("trick") if event.kind == "pass" else data if event.kind == "trick" else None
        if taken is not None and not taken["dragon"]:
            piles[taken["owner"]] += trick
            trick = 0
        elif event.kind == "dragon":
            piles[data["to"]] += trick
            trick = 0
    return gone, tuple(piles)


def _on_table(view: View) -> int:
    """The cards of the running trick."""
    return _mask([card for play in view.plays for card in play.cards])


def _mask(cards: Sequence[str]) -> int:
    return sum(BIT_OF[card] for card in cards)


def _given(view: View, gone: int) -> tuple[int, int, int, int]:
    """What this seat has given and was not played since."""
    seat = view.seat or 0
    given = view.given.get(str(seat))
    known = [0, 0, 0, 0]
    if given is not None and view.phase not in ("grand", "exchange"):
        for step, card in enumerate((given.next, given.partner, given.prev), 1):
            holder = (seat + step) % 4
            known[holder] = BIT_OF[card] & ~gone if view.counts[holder] else 0
    return known[0], known[1], known[2], known[3]


# --- worlds ---


def world(known: Knowledge, chance: Seeded) -> list[int]:
    """The hands of all seats."""
    hands = list(known.known)
    hands[known.seat] = known.hand
    room = [0 if seat == known.seat else known.counts[seat] - hands[seat].bit_count() for seat in range(4)]
    unseen = known.unseen
    free = held(unseen)
    if any(call is not None for call in known.calls):
        _deal_strong(known, hands, room, unseen & STRONG_CARDS, chance)
        dealt = hands[0] | hands[1] | hands[2] | hands[3]
        free = [card for card in free if not card & dealt]
    chance.shuffle(free)
    place = 0
    for seat in range(4):
        for card in free[place : place + room[seat]]:
            hands[seat] |= card
        place += room[seat]
    return hands


def _deal_strong(known: Knowledge, hands: list[int], room: list[int], strong: int, chance: Seeded) -> None:
    """Strong cards first, more of them to those who have called. Cards that may be gone unseen keep their share."""
    lost = known.unseen.bit_count() - sum(room)
    for card in held(strong):
        shares = [
            room[seat] * (CALLER_SHARE if known.calls[seat] is not None and known.counts[seat] > 7 else 1.0)
            for seat in range(4)
        ]
        drawn = chance.share() * (sum(shares) + lost)
        for seat in range(4):
            drawn -= shares[seat]
            if drawn < 0:
                hands[seat] |= card
                room[seat] -= 1
                break


def held(mask: int) -> list[int]:
    """The cards of a mask, each as a mask."""
    return [1 << card for card in cards_of(mask)]
