"""The pure functions of the rules, over plain data and thin over the engine (RULES.md §12).

What cannot be read is `bad_parameters`: a card that is none, or fewer cards than the round needs.
"""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from services.tables.games.api import Purse
from services.tables.games.baccarat import bets, chances, payouts, shoe, third_card
from services.tables.games.baccarat.cards import BY_TEXT, VALUES, Card, cards_of, texts, total_of
from services.tables.games.baccarat.payouts import Variant
from services.tables.games.baccarat.third_card import CARDS_MAX, Round, Winner
from tests.conformance.by_seat import Wrong, known

Texts = list[str]
TwoCards = Annotated[list[str], Meta(min_length=2, max_length=2)]
Natural = Annotated[int, Meta(ge=0)]
Packs = Annotated[int, Meta(ge=1, le=64)]


class Outcome(msgspec.Struct, frozen=True):
    """What of the output of `deal_round` bets go by."""

    winner: Winner
    pairs: tuple[bool, bool] = (False, False)
    six: Literal[2, 3] | None = None


def calculations(game_id: str) -> tuple[Callable[..., Any], ...]:
    """The functions of the rules."""
    return deal_round, draws, settle_round, enumerate, check_bet, open_shoe, shoe_after, reconstruct


def deal_round(cards: Texts) -> Any:
    """The round that cards from the head of the shoe make (§7)."""
    return _data(_dealt(_cards(cards)))


def draws(player: TwoCards, banker: TwoCards, next: TwoCards) -> Any:
    """`player_draws`, `banker_draws` (§7)."""
    third = VALUES[_cards(next)[0]]
    found = third_card.draws(total_of(_cards(player)), total_of(_cards(banker)), third)
    return {"player_draws": found[0], "banker_draws": found[1]}


def settle_round(variant: Variant, stakes: dict[str, int], result: Outcome | Literal["dummy"]) -> Any:
    """`boxes`: box → credited, `credited` and `net` (§8); refusals: `unknown_box`, `amount_invalid`."""
    if not stakes.keys() <= set(payouts.BOXES[variant]):
        return bets.UNKNOWN_BOX
    if any(chips < 1 for chips in stakes.values()):
        return bets.AMOUNT_INVALID
    found = payouts.Decided(result.winner, result.pairs, result.six) if isinstance(result, Outcome) else None
    boxes = payouts.credited(variant, stakes, found)
    credited = sum(boxes.values())
    return {"boxes": boxes, "credited": credited, "net": credited - sum(stakes.values())}


def enumerate(packs: Packs) -> Any:
    """Ordered draws of six cards from so many packs, by what they make (§9)."""
    return chances.enumerated(packs)


def check_bet(variant: Variant, stakes: dict[str, Any], balance: Natural) -> Any:
    """`accepted`, or the code with which the set is refused (§6)."""
    return bets.refusal(variant, stakes, bets.Limits(), Purse(balance, {})) or {"accepted": True}


def open_shoe(first_card: str, cards_in_shoe: Natural = 416) -> Any:
    """`burnt`, the turned-up card included, and `remaining` (§2)."""
    if first_card not in BY_TEXT:
        raise Wrong("first_card")
    burnt = shoe.burnt(BY_TEXT[first_card])
    if burnt > cards_in_shoe:
        raise Wrong("cards_in_shoe")
    return {"burnt": burnt, "remaining": cards_in_shoe - burnt}


def shoe_after(remaining_before: Natural, used: Natural, last_round: bool) -> Any:
    """`remaining`, `last_round` of the next round, `new_shoe` (§2)."""
    if used > remaining_before:
        raise Wrong("used")
    return shoe.after_round(remaining_before, used, last_round)._asdict()


def reconstruct(drawn: Texts, rest: Texts) -> Any:
    """The output of `deal_round` and `returned`, the cards back to the head of the shoe (§10)."""
    try:
        found, returned = shoe.reconstruct(_cards(drawn), _cards(rest))
    except IndexError:
        raise Wrong("too few cards") from None
    return _data(found) | {"returned": texts(returned)}


def _cards(found: Sequence[str]) -> tuple[Card, ...]:
    return known(cards_of(found), "cards")


def _dealt(cards: Sequence[Card]) -> Round:
    try:
        return third_card.deal_round(cards)
    except IndexError:
        raise Wrong(f"too few cards: up to {CARDS_MAX} are needed") from None


def _data(found: Round) -> dict[str, Any]:
    return found._asdict() | {"player": texts(found.player), "banker": texts(found.banker)}
