"""A competition that is over, compared with a count from its matches alone: points, places and prizes to the chip.

Nothing here asks tournaments how games are counted. Which matches belong to the competition, who has won and which
ratings they had comes from the journal and from ranking, the chips come from the ledger.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
import psycopg

from bench.processes.whole_platform import Platform
from services.ranking.elo.match_ratings import Inputs

Score = tuple[int, int]
"""Points and margin."""
_GIVEN_BACK = ("void", "not_completed")


class Terms(NamedTuple):
    """What a competition of two-player games without points pays."""

    price_chips: int
    pool_bps: int
    shares_bps: Sequence[int]
    guarantee_chips: int = 0


class Match(NamedTuple):
    """A match of the competition as the journal has it. `departed`: seats that left for good."""

    id: str
    accounts: list[str]
    outcome: str | None
    winners: list[int]
    departed: set[int]


def scores(tables: psycopg.Connection, ranking: psycopg.Connection, competition: str) -> dict[str, list[Score]]:
    """Points and margin of every game that counts, by account. A game that was given back is not in it."""
    elo = {
        match: {one.account: one.rating for side in msgspec.json.decode(inputs, type=Inputs).sides for one in side}
        for match, inputs in ranking.execute(
            "SELECT match_id, inputs FROM ranking.rated_matches WHERE inputs <> 'null'"
        )
    }
    found: dict[str, list[Score]] = {}
    for match in matches_of(tables, competition):
        for account, score in zip(match.accounts, _game(match, elo.get(match.id, {})), strict=True):
            if score is not None:
                found.setdefault(account, []).append(score)
    return found


def matches_of(tables: psycopg.Connection, competition: str) -> list[Match]:
    """The matches of a competition that have ended."""
    rows = tables.execute("SELECT table_id, action FROM tables.journal WHERE seq = 1")
    own = [table for table, action in rows if json.loads(action).get("order", {}).get("competition") == competition]
    departed: dict[str, set[int]] = {}
    chosen = "SELECT match_id, action FROM tables.journal WHERE table_id = ANY(%s)"
    for match, action in tables.execute(chosen, [own]):
        line = json.loads(action)
        if line.get("k") == "departed":
            departed.setdefault(match, set()).add(line["seat"])
    chosen = (
        "SELECT match_id, outcome, seats, result FROM tables.matches WHERE outcome IS NOT NULL AND table_id = ANY(%s)"
    )
    return [
        Match(
            match,
            [seat["account"] for seat in json.loads(seats)],
            outcome,
            json.loads(result)["winners"],
            departed.get(match, set()),
        )
        for match, outcome, seats, result in tables.execute(chosen, [own])
    ]


def _game(match: Match, elo: Mapping[str, float]) -> list[Score | None]:
    """The score of each seat in a game of two without points; None: the game is given back to that player."""
    seats = range(len(match.accounts))
    if match.outcome in ("forfeited", "conceded") or (match.outcome == "won" and match.winners):
        found: list[Score | None] = [(2, 1) if seat in match.winners else (0, -1) for seat in seats]
    elif match.outcome == "tied":
        lowest = min(elo[account] for account in match.accounts)
        found = [(int(elo[account] == lowest), 0) for account in match.accounts]
    else:
        found = [None for _ in seats]
    return [(0, -1) if seat in match.departed else found[seat] for seat in seats]


def prizes(games: Mapping[str, Sequence[Score]], entered: Sequence[str], entries: int, terms: Terms) -> dict[str, int]:
    """Chips by account. `entered`: accounts by their first entry."""
    sums = {
        account: (sum(p for p, _ in own), sum(m for _, m in own), -len(own)) for account, own in games.items() if own
    }
    ranked = sorted(sums, key=lambda account: (*(-each for each in sums[account]), entered.index(account)))
    pool = max(terms.guarantee_chips, entries * terms.price_chips * terms.pool_bps // 10_000)
    amounts = [pool * share // 10_000 for share in terms.shares_bps[: len(ranked)]]
    if amounts:
        amounts[0] += pool - sum(amounts)
    found: dict[str, int] = {}
    while ranked:
        sharers = [account for account in ranked if sums[account] == sums[ranked[0]]]
        whole, odd = divmod(sum(amounts[: len(sharers)]), len(sharers))
        found |= {account: whole + (rank < odd) for rank, account in enumerate(sharers)}
        ranked, amounts = ranked[len(sharers) :], amounts[len(sharers) :]
    return {account: chips for account, chips in found.items() if chips}


def paid(wallet: psycopg.Connection, competition: str) -> dict[str, int]:
    """Prizes by account, as the ledger says."""
    rows = wallet.execute(
        "SELECT target, sum(amount_chips)::bigint FROM wallet.transfers WHERE idem LIKE %s GROUP BY target",
        [f"prize:{competition}:%"],
    )
    return {target.removeprefix("player:"): chips for target, chips in rows}


def entered(tournaments: psycopg.Connection, competition: str) -> tuple[list[str], int]:
    """Accounts by their first entry, and how many entries were not refunded."""
    order = "SELECT account FROM tournaments.entrants WHERE competition_id = %s ORDER BY entry_order, name"
    kept = "SELECT count(*) FROM tournaments.entries WHERE competition_id = %s AND state = 'paid'"
    row = tournaments.execute(kept, [competition]).fetchone()
    return [row[0] for row in tournaments.execute(order, [competition])], row[0] if row else 0


class Found(NamedTuple):
    """What a look at a competition that is over has found: prizes as paid and as its matches make them, by account,
    the number of its counted games, and the promises that it has broken."""

    paid: dict[str, int]
    due: dict[str, int]
    games: int
    broken: list[str]


def look(platform: Platform, competition: str, terms: Terms) -> Found:
    """Compare what a platform's databases say about a competition that is over."""
    postgres, databases = platform.postgres, platform.databases
    with (
        postgres.connect(databases["tables"]) as tables,
        postgres.connect(databases["ranking"]) as ranking,
        postgres.connect(databases["wallet"]) as wallet,
        postgres.connect(databases["tournaments"]) as tournaments,
    ):
        games = scores(tables, ranking, competition)
        accounts, entries = entered(tournaments, competition)
        due = prizes(games, accounts, entries, terms)
        broken = broken_laws(tournaments, wallet, tables, competition, terms.price_chips)
        return Found(paid(wallet, competition), due, sum(map(len, games.values())) // 2, broken)


# --- what must hold of every competition that is over ------------------------------------------------------------


def broken_laws(
    tournaments: psycopg.Connection,
    wallet: psycopg.Connection,
    tables: psycopg.Connection,
    competition: str,
    price_chips: int,
) -> list[str]:
    """The promises that a competition has broken, in words: nothing is left undone, lost, or done twice."""
    _, entries = entered(tournaments, competition)
    found = [
        *_left_undone(tournaments, competition),
        *_wrong_games(tournaments, tables, competition),
        *_wrong_chips(wallet, competition, entries * price_chips),
    ]
    return [f"{competition}: {what}" for what in found]


def _left_undone(tournaments: psycopg.Connection, competition: str) -> list[str]:
    """Games, waiting players, entries and prizes that still wait for something."""
    queries = {
        "games without an end": "SELECT table_id FROM tournaments.games WHERE state IN ('called', 'playing') "
        "AND competition_id = %s",
        "players who wait": "SELECT account FROM tournaments.waiting WHERE competition_id = %s",
        "entries without an answer": "SELECT account FROM tournaments.entries WHERE state IN ('asked', 'refunding') "
        "AND competition_id = %s",
        "settled and not paid": "SELECT competition_id FROM tournaments.competitions WHERE state = 'settled' "
        "AND paid_at_ms IS NULL AND competition_id = %s",
        "not over": "SELECT state FROM tournaments.competitions WHERE state NOT IN ('settled', 'cancelled') "
        "AND competition_id = %s",
    }
    rows = {what: tournaments.execute(query, [competition]).fetchall() for what, query in queries.items()}
    return [f"{what}: {found}" for what, found in rows.items() if found]


def _wrong_games(tournaments: psycopg.Connection, tables: psycopg.Connection, competition: str) -> list[str]:
    """Matches that were not counted exactly once, and games that were counted without a match."""
    ended = Counter(
        match.id for match in matches_of(tables, competition) if match.departed or match.outcome not in _GIVEN_BACK
    )
    chosen = "SELECT match_id FROM tournaments.games WHERE state = 'counted' AND competition_id = %s"
    counted = Counter(row[0] for row in tournaments.execute(chosen, [competition]))
    wrong = [match for match in {*ended, *counted} if (ended[match], counted[match]) != (1, 1)]
    return [f"match {match} ended {ended[match]} times and counts {counted[match]} times" for match in wrong]


def _wrong_chips(wallet: psycopg.Connection, competition: str, kept_chips: int) -> list[str]:
    """Sums of the ledger that do not match; `kept_chips`: the prices of the entries that were not refunded."""
    escrow = f"escrow:tournament:{competition}"
    chosen = (
        "SELECT kind, source, sum(amount_chips)::bigint FROM wallet.transfers "
        "WHERE source = %(escrow)s OR target = %(escrow)s OR idem LIKE %(prizes)s GROUP BY kind, source"
    )
    sums: Counter[str] = Counter()
    for kind, source, chips in wallet.execute(chosen, {"escrow": escrow, "prizes": f"prize:{competition}:%"}):
        sums[kind] += chips
        sums["from_platform"] += chips if kind == "prize" and source != escrow else 0
    found = []
    if sums["entry"] - sums["entry_refund"] != kept_chips:
        found.append(f"entries that were not refunded cost {kept_chips} chips, the ledger says {dict(sums)}")
    if sums["prize"] + sums["entry_income"] + sums["entry_refund"] != sums["entry"] + sums["from_platform"]:
        found.append(f"what came in is not what went out: {dict(sums)}")
    return found
