"""What chance leaves to who plays against the platform as well as can be: at baccarat, in the lotteries, for chips.

Baccarat, by expectation and not by luck: a counter remembers every card that has gone, those burnt unseen too, which is
more than anybody can know. Before each round the expectation of each bet is computed exactly from the cards that are
left; where it is positive the counter lays the most that the table takes, else nothing. The last line is JSON:
`worst_chips_per_shoe` of the best single bet of any variant, `all_bets_chips_per_shoe` of the variant in which
most is earned by all bets at once.
"""

import argparse
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import msgspec

from bench.games.baccarat_odds import Chances, chances
from games.api import HOUSE_OPTIONS
from games.baccarat import GAMES
from games.baccarat.cards import PACK, VALUES, rank_of
from games.baccarat.payouts import BOXES, Decided, Variant, credited
from games.baccarat.shoe import after_round, burnt, cards_of_draw
from games.baccarat.state import Options
from games.baccarat.third_card import deal_round
from services.kernel.refusal import Refusal
from services.platform.operations import console
from services.platform.process import logs
from services.tables.settings import TablesSettings
from services.wallet.lotteries import rules as lottery
from services.wallet.stakes import rules

SHOES = 3_000
SIX = 6
_RANKS = 13
Expectations = dict[tuple[Variant, str], float]
"""Variant and box → chips that the most the box takes brings on the average; below 0 mostly."""


class Left(NamedTuple):
    """Cards left before a round: by value, and by rank."""

    values: tuple[int, ...]
    ranks: tuple[int, ...]


class Counted(NamedTuple):
    """What a perfect counter earns in a shoe, on the average over `shoes`."""

    shoes: int
    rounds: float
    by_bet: dict[tuple[Variant, str], float]
    together: dict[Variant, float]


def offered(variant: Variant, settings: TablesSettings | None = None) -> Options:
    """The options of a table of the platform with these settings (None: as it is delivered)."""
    chosen = settings or TablesSettings()
    found = GAMES[0].options({"variant": variant}, {name: getattr(chosen, name) for name in HOUSE_OPTIONS})
    if isinstance(found, Refusal):
        raise ValueError(found)
    return msgspec.convert(msgspec.to_builtins(found, str_keys=True), Options, strict=False)


def rounds_of_shoe(options: Options, seed: int) -> Iterator[Left]:
    """The cards that are left before each round of a shoe, dealt and cut as the platform does it."""
    places = list(range(options.packs * PACK))
    random.Random(seed).shuffle(places)
    shoe = cards_of_draw(places)
    ranks = [4 * options.packs] * _RANKS
    at, is_last, is_spent = 0, False, False
    gone = burnt(shoe[0])
    while True:
        for card in shoe[at : at + gone]:
            ranks[rank_of(card)] -= 1
        at += gone
        if is_spent:
            return
        yield Left(_values_of(ranks), tuple(ranks))
        gone = deal_round(shoe, at).used
        _, is_last, is_spent = after_round(len(shoe) - at, gone, is_last, options.cut_cards)


def _values_of(ranks: Sequence[int]) -> tuple[int, ...]:
    values = [0] * 10
    for rank, cards in enumerate(ranks):
        values[VALUES[rank]] += cards
    return tuple(values)


def expectations(tables: Mapping[Variant, Options], left: Left, found: Chances | None = None) -> Expectations:
    """What the most that each box takes brings, by the payouts of the game itself."""
    found = found or chances(left.values)
    cards = sum(left.ranks)
    pair = Fraction(sum(each * (each - 1) for each in left.ranks), cards * (cards - 1))
    won = {
        Decided("player", (False, False), None): found.player,
        Decided("tie", (False, False), None): found.tie,
        Decided("banker", (False, False), 2): found.six_with_two,
        Decided("banker", (False, False), 3): found.six_with_three,
        Decided("banker", (False, False), None): found.banker - found.six_with_two - found.six_with_three,
    }
    paired = {Decided("tie", (True, True), None): pair.numerator}
    paired[Decided("tie", (False, False), None)] = pair.denominator - pair.numerator
    return {
        (variant, box): _mean(variant, box, options, paired if box.endswith("_pair") else won)
        for variant, options in tables.items()
        for box in BOXES[variant]
    }


def _mean(variant: Variant, box: str, options: Options, ways: Mapping[Decided, int]) -> float:
    most = options.limits.maximum(box)
    gained = sum(each * (credited(variant, {box: most}, outcome)[box] - most) for outcome, each in ways.items())
    return gained / sum(ways.values())


def count_shoes(tables: Mapping[Variant, Options], shoes: int, first_seed: int = 1) -> Counted:
    """Let a perfect counter watch so many shoes; all variants are dealt and cut alike."""
    options = next(iter(tables.values()))
    by_bet = dict.fromkeys(((variant, box) for variant in tables for box in BOXES[variant]), 0.0)
    together = dict.fromkeys(tables, 0.0)
    rounds = 0
    for seed in range(first_seed, first_seed + shoes):
        for left in rounds_of_shoe(options, seed):
            rounds += 1
            good = {bet: chips for bet, chips in expectations(tables, left).items() if chips > 0}
            for bet, chips in good.items():
                by_bet[bet] += chips
            for variant in together:
                together[variant] += _best_set(
                    tables[variant], {box: c for (v, box), c in good.items() if v == variant}
                )
    return Counted(
        shoes,
        rounds / shoes,
        {bet: chips / shoes for bet, chips in by_bet.items()},
        {variant: chips / shoes for variant, chips in together.items()},
    )


def _best_set(options: Options, good: Mapping[str, float]) -> float:
    """What all good bets of a round bring at once, the best ones first, up to the most that a guest may lay."""
    room, chips = options.limits.round_max_chips, 0.0
    for box, most in sorted(
        ((box, options.limits.maximum(box)) for box in good), key=lambda each: -good[each[0]] / each[1]
    ):
        laid = min(room, most)
        chips, room = chips + good[box] * laid / most, room - laid
    return chips


def _say_shoes(counted: Counted, tables: Mapping[Variant, Options]) -> None:
    options = next(iter(tables.values()))
    console.say(
        f"baccarat: {counted.shoes} shoes of {options.packs} packs, {options.cut_cards} cards behind the cut card, "
        f"{counted.rounds:.1f} rounds a shoe; chips that a perfect counter earns a shoe with the most a box takes"
    )
    for (variant, box), chips in counted.by_bet.items():
        console.say(f"  {variant:<14} {box:<12} at {tables[variant].limits.maximum(box):>7,}: {chips:9.2f}")
    for variant, chips in counted.together.items():
        console.say(f"  {variant:<14} all bets together:    {chips:9.2f}")


def _say_lotteries() -> float:
    """What a ticket of each lottery returns; the answer is the best return of one that costs something, per chip."""
    best = 0.0
    for name, each in lottery.LOTTERIES.items():
        worth = lottery.weighted_sum(each) / lottery.DRAWS
        share = worth / each.price_chips if each.price_chips else 0.0
        best = max(best, share)
        said = f", {share:.2%} of its price" if each.price_chips else ", for nothing"
        console.say(f"lottery {name}: a ticket is worth {worth:,.2f} chips{said}")
    return best


def _say_rake() -> None:
    for step in rules.RAKE_STEPS:
        stake = step.from_chips
        left = stake - rules.rake(stake)
        needed = Fraction(stake, stake + left)
        console.say(f"rake of a stake of {stake:,}: {left:,} are left to who wins it; even at {float(needed):.2%} won")


def main() -> None:
    """Print all of it."""
    logs.set_up("ERROR", "odds")
    args = argparse.ArgumentParser(description=__doc__)
    args.add_argument("--shoes", type=int, default=SHOES)
    args.add_argument("--seed", type=int, default=1)
    args.add_argument("--packs", type=int, default=TablesSettings().shoe_packs)
    args.add_argument("--cut-percent", type=int, default=TablesSettings().shoe_cut_percent)
    args.add_argument("--max-side", type=int, default=TablesSettings().house_max_side)
    chosen = args.parse_args()
    settings = TablesSettings(
        shoe_packs=chosen.packs, shoe_cut_percent=chosen.cut_percent, house_max_side=chosen.max_side
    )
    tables = {variant: offered(variant, settings) for variant in BOXES}
    counted = count_shoes(tables, chosen.shoes, chosen.seed)
    _say_shoes(counted, tables)
    best_ticket = _say_lotteries()
    _say_rake()
    figures = {
        "worst_chips_per_shoe": round(max(counted.by_bet.values()), 2),
        "all_bets_chips_per_shoe": round(max(counted.together.values()), 2),
        "best_ticket_return": round(best_ticket, 4),
        "shoes": counted.shoes,
    }
    console.say(json.dumps(figures))


if __name__ == "__main__":
    main()
