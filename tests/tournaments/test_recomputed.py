"""The competitions' arithmetic, worked out a second time from the words of RULES.md and compared over random inputs.

Nothing here looks at how tournaments compute: plain data in and out, by the names of RULES.md §6.
"""

from itertools import groupby
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conformance.services.tournaments import CALCULATIONS

Game = dict[str, int]
Row = dict[str, Any]

games = st.builds(
    lambda points, margin, end: {"points": points, "margin": margin, "end": end},
    st.sampled_from([0, 1, 2]),
    st.integers(-3, 3),
    st.integers(1000, 1009),
)
names = st.sampled_from(["ana", "ben", "eva", "gio", "ida", "kim", "leo"])


def counted(own: list[Game], best: int | None) -> list[Game]:
    by_worth = sorted(own, key=lambda game: (-game["points"], -game["margin"], game["end"]))
    return by_worth[:best]


def table(played: dict[str, list[Game]], best: int | None) -> list[Row]:
    """Ranked: at least one game; points, margin, fewer games; equals share the place (§5)."""
    rows = []
    for player, own in played.items():
        points, margin = (sum(game[what] for game in counted(own, best)) for what in ("points", "margin"))
        if own:
            rows.append({"player": player, "points": points, "margin": margin, "games": len(own)})
    for row in rows:
        row["place"] = 1 + sum(worth(other) < worth(row) for other in rows)
    return rows


def worth(row: Row) -> tuple[int, int, int]:
    return -row["points"], -row["margin"], row["games"]


@given(st.dictionaries(names, st.lists(games, max_size=5)), st.one_of(st.none(), st.integers(1, 5)), st.lists(names))
@settings(max_examples=120)
def test_standings_add_the_counted_games(
    played: dict[str, list[Game]], best: int | None, disqualified: list[str]
) -> None:
    kind = {"kind": "best_x", "x": best} if best else {"kind": "total"}
    answer = CALCULATIONS["standings"](**kind, games=played, disqualified=disqualified)
    expected = table({player: own for player, own in played.items() if player not in disqualified}, best)
    assert [row["place"] for row in answer] == sorted(row["place"] for row in expected)
    assert {row["player"]: row for row in answer} == {row["player"]: row for row in expected}


@st.composite
def closings(draw: st.DrawFn) -> dict[str, Any]:
    """The end of a competition: places with shared ones among them, and what is to be paid."""
    ranked = draw(st.lists(names, unique=True))
    worths = sorted(draw(st.lists(st.integers(1, 3), min_size=len(ranked), max_size=len(ranked))))
    orders = draw(st.permutations(range(1, len(ranked) + 1)))
    places = [
        {"player": player, "place": 1 + sum(other < own for other in worths), "entry_order": order}
        for player, own, order in zip(ranked, worths, orders, strict=True)
    ]
    ends: dict[str, Any] = {"places": draw(st.permutations(places))}
    if draw(st.booleans()):
        prizes = draw(st.lists(st.integers(1, 1000), max_size=5))
        return {"mode": "fixed", "prizes": sorted(prizes, reverse=True), **ends}
    cuts = sorted(draw(st.lists(st.integers(0, 10_000), max_size=3)))
    shares = [high - low for low, high in zip([0, *cuts], [*cuts, 10_000], strict=True)]
    return {
        "mode": "growing",
        "entries": draw(st.integers(0, 40)),
        "price": draw(st.integers(0, 1_003)),
        "pool_bps": draw(st.sampled_from([0, 7_777, 8_000, 10_000])),
        "guarantee": draw(st.integers(0, 20_000)),
        "shares_bps": sorted(shares, reverse=True),
        **ends,
    }


def pool_of(closing: dict[str, Any]) -> int:
    if closing["mode"] == "fixed":
        return sum(closing["prizes"])
    return max(closing["guarantee"], closing["entries"] * closing["price"] * closing["pool_bps"] // 10_000)


def by_place(closing: dict[str, Any]) -> list[int]:
    """Prizes of the filled places; of a growing pool the first takes what the others leave."""
    filled = len(closing["places"])
    if closing["mode"] == "fixed":
        return (closing["prizes"] + [0] * filled)[:filled]
    pool = pool_of(closing)
    others = [pool * share // 10_000 for share in closing["shares_bps"][1:filled]]
    return [pool - sum(others), *others, *[0] * filled][:filled]


def paid(closing: dict[str, Any]) -> dict[str, int]:
    """Who shares a place shares the prizes of the places the group covers; odd chips by first entry, then name."""
    amounts, prizes = by_place(closing), {}
    order = sorted(closing["places"], key=lambda one: (one["place"], one["entry_order"], one["player"]))
    for _, group in groupby(order, key=lambda one: one["place"]):
        sharers = list(group)
        whole, left = divmod(sum(amounts[: len(sharers)]), len(sharers))
        amounts = amounts[len(sharers) :]
        prizes |= {one["player"]: whole + (at < left) for at, one in enumerate(sharers)}
    return {player: chips for player, chips in prizes.items() if chips}


@given(closings())
@settings(max_examples=120)
def test_prizes_come_out_as_the_rules_read(closing: dict[str, Any]) -> None:
    answer = CALCULATIONS["prize_pool"](**closing)
    assert answer["pool"] == pool_of(closing)
    assert {player: chips for player, chips in answer["prizes"].items() if chips} == paid(closing)


@st.composite
def duels(draw: st.DrawFn) -> dict[str, Any]:
    """A finished competition game of two players."""
    outcome = draw(st.sampled_from(["won", "tied", "forfeited", "conceded", "void", "not_completed"]))
    winner = draw(st.integers(0, 1))
    points = [draw(st.integers(0, 90)), draw(st.integers(0, 90))]
    left = {"forfeited": [1 - winner], "conceded": [1 - winner]}.get(outcome, [])
    return {
        "game": {"winner": winner if outcome in ("won", "forfeited", "conceded") else None, "points": points},
        "target": draw(st.sampled_from([5, 100])),
        "elo": [draw(st.integers(1499, 1501)), draw(st.integers(1499, 1501))],
        "outcome": outcome,
        "departed": left,
    }


def duel_scores(duel: dict[str, Any]) -> dict[str, list[int | None]]:
    winner, (first, second), outcome = duel["game"]["winner"], duel["elo"], duel["outcome"]
    if outcome in ("void", "not_completed"):
        return {"points": [None, None], "margin": [None, None]}
    if outcome == "tied":
        return {"points": [int(first <= second), int(second <= first)], "margin": [0, 0]}
    own, others = duel["game"]["points"]
    lead = (duel["target"] if duel["departed"] else abs(own - others)) * (1 if winner == 0 else -1)
    return {"points": [2 * (winner == 0), 2 * (winner == 1)], "margin": [lead, -lead]}


@given(duels())
@settings(max_examples=80)
def test_a_game_of_two_scores_as_the_table_reads(duel: dict[str, Any]) -> None:
    assert CALCULATIONS["competition_game"](**duel) == duel_scores(duel)


@st.composite
def games_of_pairs(draw: st.DrawFn) -> dict[str, Any]:
    """A finished game of two pairs, some of whom the computer has replaced."""
    outcome = draw(st.sampled_from(["won", "tied", "void"]))
    rating = st.integers(1499, 1501)
    seats = [[side, player] for side in (0, 1) for player in (0, 1)]
    return {
        "game": {
            "winner": draw(st.integers(0, 1)) if outcome == "won" else None,
            "points": [draw(st.integers(0, 900)), draw(st.integers(0, 900))],
        },
        "target": 301,
        "elo": [[draw(rating), draw(rating)], [draw(rating), draw(rating)]],
        "outcome": outcome,
        "departed": draw(st.lists(st.sampled_from(seats), unique_by=tuple, max_size=4)),
    }


def seat_score(game: dict[str, Any], side: int, player: int) -> tuple[int | None, int | None]:
    """Who was replaced has nothing and − target; the others have their side's result."""
    if [side, player] in game["departed"]:
        return 0, -game["target"]
    if game["outcome"] == "void":
        return None, None
    own, others = sum(game["elo"][side]), sum(game["elo"][1 - side])
    if game["outcome"] == "tied":
        return int(own <= others), 0
    won, margin = side == game["game"]["winner"], abs(game["game"]["points"][0] - game["game"]["points"][1])
    return 2 * won, margin if won else -margin


@given(games_of_pairs())
@settings(max_examples=80)
def test_a_game_of_pairs_scores_by_player(game: dict[str, Any]) -> None:
    expected = [[seat_score(game, side, player) for player in (0, 1)] for side in (0, 1)]
    assert CALCULATIONS["competition_game"](**game) == {
        name: [[score[at] for score in side] for side in expected] for at, name in enumerate(("points", "margin"))
    }


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(1499, 1501)), min_size=4, max_size=4))
@settings(max_examples=80)
def test_a_game_of_four_alone_scores_by_place(seats: list[tuple[int, int]]) -> None:
    """Places 1 … 4 in the manner of 1, 2, 2, 4; sharers have the lower margin."""
    places = [1 + sum(other < own for other, _ in seats) for own, _ in seats]
    ratings = [rating for _, rating in seats]
    first = [rating for rating, place in zip(ratings, places, strict=True) if place == 1]
    win = 2 if len(first) == 1 else 1
    answer = CALCULATIONS["competition_game"](
        game={"places": places}, target=51, elo=ratings, outcome="tied" if len(first) == 4 else "won", departed=[]
    )
    assert answer["points"] == [
        win if place == 1 and rating == min(first) else 0 for rating, place in zip(ratings, places, strict=True)
    ]
    assert answer["margin"] == [(3, 1, -1, -3)[place - 1 + places.count(place) - 1] for place in places]
