"""The pure functions of the rules, over plain data and thin over the engine (RULES.md §12).

What cannot be read is `bad_parameters`: a card that is none, or fewer cards than the round needs.
"""

from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from games.api import Purse
from games.baccarat import bets, chances, payouts, shoe, third_card
from games.baccarat.cards import BY_TEXT, PACK, VALUES, cards_of, texts, total_of
from games.baccarat.payouts import Variant
from games.baccarat.third_card import Round, Winner
from services.tables.settings import TablesSettings
from tests.conformance.forms import Form, InvalidDataError, must, present
from tests.conformance.games.baccarat.situations import Cards

TwoCards = Annotated[Cards, Form(Annotated[list[str], Meta(min_length=2, max_length=2)], cards_of)]
Natural = Annotated[int, Meta(ge=0)]
T = TypeVar("T")
_OFFERED = TablesSettings()
"""The platform as it is delivered."""
_LIMITS = bets.Limits(side_max_chips=_OFFERED.house_max_side)
_CUT_CARDS = shoe.cut_of(_OFFERED.shoe_packs * PACK, _OFFERED.shoe_cut_percent)
Packs = Annotated[int, Meta(ge=1, le=64)]


class Outcome(msgspec.Struct, frozen=True):
    """What of the output of `deal_round` bets go by."""

    winner: Winner
    pairs: tuple[bool, bool] = (False, False)
    six: Literal[2, 3] | None = None


def deal_round(cards: Cards) -> Any:
    """The round that cards from the head of the shoe make (§7)."""
    return _data(_enough(lambda: third_card.deal_round(cards)))


def draws(player: TwoCards, banker: TwoCards, next: TwoCards) -> Any:
    """`player_draws`, `banker_draws` (§7)."""
    found = third_card.draws(total_of(player), total_of(banker), VALUES[next[0]])
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
    return bets.refusal(variant, stakes, _LIMITS, Purse(balance, {})) or {"accepted": True}


def open_shoe(first_card: str, cards_in_shoe: Natural = 416) -> Any:
    """`burnt`, the turned-up card included, and `remaining` (§2)."""
    burnt = shoe.burnt(present(BY_TEXT.get(first_card), "first_card"))
    must(burnt <= cards_in_shoe, "cards_in_shoe")
    return {"burnt": burnt, "remaining": cards_in_shoe - burnt}


def shoe_after(remaining_before: Natural, used: Natural, last_round: bool) -> Any:
    """`remaining`, `last_round` of the next round, `new_shoe` (§2)."""
    must(used <= remaining_before, "used")
    return shoe.after_round(remaining_before, used, last_round, _CUT_CARDS)._asdict()


def reconstruct(drawn: Cards, rest: Cards) -> Any:
    """The output of `deal_round` and `returned`, the cards back to the head of the shoe (§10)."""
    found, returned = _enough(lambda: shoe.reconstruct(drawn, rest))
    return _data(found) | {"returned": texts(returned)}


CALCULATIONS = deal_round, draws, settle_round, enumerate, check_bet, open_shoe, shoe_after, reconstruct


def _enough(deal: Callable[[], T]) -> T:
    """What is dealt, if the cards are enough for it."""
    try:
        return deal()
    except IndexError:
        raise InvalidDataError("too few cards") from None


def _data(found: Round) -> dict[str, Any]:
    return found._asdict() | {"player": texts(found.player), "banker": texts(found.banker)}
