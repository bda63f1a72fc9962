"""How many turns and moves a second random full games make, and how long single questions take at worst.

By hand: `python -m tests.games.mpirimpa.speed`. Games go through the game's own `next`, `check` and `apply`; each turn
draws or takes the pile, tries a random meld and a random lay-off, and discards any card. Processor time of one core.
"""

import argparse
import sys
import time
from collections.abc import Iterator

from services.tables.games import api
from services.tables.games.mpirimpa.moves import DiscardCard, DrawStock, LayMeld, LayOff, Move, TakePile
from services.tables.games.mpirimpa.state import State, side_of
from services.tables.games.toolkit.double_deck import TEXT
from tests.games.mpirimpa.hands import GAME, PRO, cards_of, state
from tests.games.playing import Chance

BIG_HAND = (
    "Ac 3c 4c 5c 7c 8c 9c Jc Qc Kc Ac Ad 3d 4d 6d 7d 9d Td Jd Kd 3h 4h 5h 8h 9h Qh As 5s 6s 7s 9s X X X 2c 2d 2h 2s 2c"
)


def wishes(now: State, seat: int, chance: Chance) -> Iterator[Move]:
    """What a careless player might want, one after the other; the last one is always allowed."""
    hand = [TEXT[card] for card in now.hands[seat]]
    if now.phase == "draw":
        if now.pile and not now.terms.pro and not chance.below(3):
            yield TakePile()
        yield DrawStock()
        return
    start = chance.below(len(hand))
    near = sorted(hand, key=lambda face: (face[-1], "A23456789TJQKX".index(face[0])))[start : start + 3]
    yield LayMeld(tuple(near))
    own = [each.id for each in now.table if each.side == side_of(seat)]
    if own:
        yield LayOff(chance.pick(own), (chance.pick(hand),))
    yield from (DiscardCard(face) for face in hand[chance.below(len(hand)) :] + hand)


def turns_of_a_match(game: api.AnyGame, seats: int, seed: int) -> tuple[int, int]:
    """Plays five hands of a match; how many turns and how many moves it took."""
    chance = Chance("speed", game.id, seed)
    now, turns, moves = game.start(game.options({"seats": seats, "target_score": 5005}, {})), 0, 0
    while not isinstance(waits := game.next(now), api.Over) and now.hand_number < 6:
        if isinstance(waits, api.Draw):
            now = game.apply(now, None, api.Drawn(chance.values(waits)))
            continue
        seat = waits.due[0].seat
        move = next(each for each in wishes(now, seat, chance) if game.check(now, seat, each) is None)
        now, moves, turns = game.apply(now, seat, move), moves + 1, turns + isinstance(move, DiscardCard)
    return turns, moves


def questions_ms() -> dict[str, float]:
    """Milliseconds of single questions about a hand of 39 cards with nine wild ones."""
    hand = cards_of(BIG_HAND)
    assert len(hand) == 39
    data = {"hands": {0: BIG_HAND.split(), 1: ["3s"]}, "phase": "play", "pile": ["8d"], "stock_count": 30}
    table = [[{"cards": ["5h", "6h", "7h"]}, {"cards": ["Td", "Jd", "Qd", "Kd"]}], []]
    now = state(table=table, **data)
    pro = state("mpirimpa_pro", table=table, **{**data, "phase": "draw"})
    meld, view, taking = LayMeld(("7c", "8c", "9c", "X", "Jc")), GAME.view(now, 0), PRO.view(pro, 0)
    asked = {
        "check": lambda: GAME.check(now, 0, meld),
        "computer's play": lambda: GAME.bot(view, Chance(1)),
        "computer's draw": lambda: PRO.bot(taking, Chance(1)),
        "view": lambda: GAME.view(now, 0),
        "preview": lambda: GAME.preview(view, {"cards": ["7c", "8c", "9c"]}),
        "200 legal moves": lambda: [move for move, _ in zip(GAME.legal(now, 0), range(200), strict=False)],
    }
    return {name: _best_ms(ask) for name, ask in asked.items()}


def _best_ms(ask: object) -> float:
    found = []
    for _ in range(5):
        began_s = time.process_time()
        ask()
        found.append((time.process_time() - began_s) * 1000)
    return min(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20)
    matches = parser.parse_args().matches
    for game in (GAME, PRO):
        for seats in (2, 4):
            began_s = time.process_time()
            played = [turns_of_a_match(game, seats, seed) for seed in range(matches)]
            took_s = time.process_time() - began_s
            turns, moves = (sum(each) for each in zip(*played, strict=True))
            sys.stdout.write(
                f"{game.id} {seats} seats: {turns / took_s:.0f} turns, {moves / took_s:.0f} moves a second\n"
            )
    for name, took_ms in questions_ms().items():
        sys.stdout.write(f"{name}: {took_ms:.2f} ms\n")


if __name__ == "__main__":
    main()
