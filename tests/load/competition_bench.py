"""What a crowded competition costs (`make bench-competition`): pairing, and prizes right to the chip.

The real tournaments and wallet services on PostgreSQL, without a broker: their events are handed over here. Lobby and
tables are stood in for: whoever is called is seated at once, and a game ends by chance. So `ask_to_table_p99_ms` is the
time from asking to the committed call, with everybody asking in one rush. The last line of the output is JSON; 1 is
answered when a prize is wrong.
"""

import argparse
import random
import sys
import time
from collections.abc import Sequence
from typing import Any

import msgspec

from services.contracts import competition_events as told
from services.contracts import entries as answers
from services.plumbing.migrations import migrate
from tests.support.servers import PostgresServer
from tests.tournaments.platform import HOUR_MS, Tournaments
from tests.wallet.test_service_competitions import Payer

PRICE_CHIPS = 1000
SHARES_BPS = [5000, 3000, 2000]
POOL_BPS = 8000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it; 1 if a prize is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entrants", type=int, default=1000)
    parser.add_argument("--games", type=int, default=2, help="of each entrant")
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args(arguments)
    with PostgresServer() as postgres:
        urls = {name: postgres.create_database(f"bench_{name}") for name in ("tournaments", "wallet")}
        for name, url in urls.items():
            migrate(name, url)
        found = run(Tournaments(urls["tournaments"]), Payer(urls["wallet"]), args)
    print(msgspec.json.encode(found).decode())
    return 1 if found["prizes_wrong"] else 0


def run(cup: Tournaments, wallet: Payer, args: argparse.Namespace) -> dict[str, Any]:
    """A whole competition; answers the figures."""
    chance = random.Random(args.seed)
    players = [f"p{number:05}" for number in range(args.entrants)]
    for first in range(0, len(players), 100):
        wallet.registered(*players[first : first + 100])
    cup.announce(min_entrants=2, games_per_entry=args.games, price_chips=PRICE_CHIPS, shares_bps=SHARES_BPS)
    cup.tick()
    cup.enter(*players)
    hand_over(cup, wallet)
    cup.later(HOUR_MS)
    asked_s, waits_ms, cpu_s, games = {}, [], 0.0, 0
    scores: dict[str, tuple[int, int]] = dict.fromkeys(players, (0, 0))
    for _ in range(args.games):
        for player in chance.sample(players, len(players)):
            asked_s[player] = time.perf_counter()
            cup.wait(player)
            cpu_before_s = time.process_time()
            cup.pair()
            cpu_s += time.process_time() - cpu_before_s
            for called in cup.told_of(told.GameCalled):
                waits_ms += [1000 * (time.perf_counter() - asked_s[each]) for each in called.seats]
                games += 1
                play(cup, called, chance, scores)
    cup.later(3 * HOUR_MS)
    cup.later(HOUR_MS)
    hand_over(cup, wallet)
    waits_ms.sort()
    return {
        "entrants": args.entrants,
        "games": games,
        "ask_to_table_p99_ms": round(waits_ms[int(len(waits_ms) * 0.99)], 1),
        "pairing_cpu_ms_per_game": round(1000 * cpu_s / games, 2),
        "prizes_wrong": count_wrong(wallet, players, scores),
    }


def play(cup: Tournaments, called: told.GameCalled, chance: random.Random, scores: dict[str, tuple[int, int]]) -> None:
    """A game by chance; what it brings is kept for the independent count."""
    winner, lost = chance.randrange(2), chance.randrange(5)
    points = [5, lost] if winner == 0 else [lost, 5]
    cup.finish(called, winners=[winner], places=[1 + winner, 2 - winner], points=points)
    for seat, player in enumerate(called.seats):
        total, margin = scores[player]
        scores[player] = (total + 2 * (seat == winner), margin + points[seat] - points[1 - seat])


def hand_over(cup: Tournaments, wallet: Payer) -> None:
    """What tournaments asks of the wallet, and what that answers."""
    asked = cup.told()
    for kind, entrypoint in ((told.EntryAsked, "on_entry_asked"), (told.PrizesAsked, "on_prizes_asked")):
        events = [each for each in asked if isinstance(each, kind)]
        for first in range(0, len(events), 100):
            wallet.hear(entrypoint, *events[first : first + 100])
    replies = wallet.told()
    paid = [each for each in replies if isinstance(each, answers.EntryAnswered)]
    for first in range(0, len(paid), 100):
        cup.hear("on_entry_answered", *paid[first : first + 100])


def count_wrong(wallet: Payer, players: Sequence[str], scores: dict[str, tuple[int, int]]) -> int:
    """How many balances are not what the results give, computed here from the words of the rules alone."""
    pool = len(players) * PRICE_CHIPS * POOL_BPS // 10_000
    amounts = [pool * share // 10_000 for share in SHARES_BPS]
    amounts[0] += pool - sum(amounts)
    expected = dict.fromkeys(players, 5000 - PRICE_CHIPS)
    ranked = sorted(players, key=lambda player: (*(-each for each in scores[player]), player))
    while ranked:
        sharers = [each for each in ranked if scores[each] == scores[ranked[0]]]
        whole, odd = divmod(sum(amounts[: len(sharers)]), len(sharers))
        for rank, player in enumerate(sharers):
            expected[player] += whole + (rank < odd)
        ranked, amounts = ranked[len(sharers) :], amounts[len(sharers) :]
    chips = wallet.chips(*players)
    return sum(has != expected[player] for player, has in zip(players, chips, strict=True))


if __name__ == "__main__":
    sys.exit(main())
