"""Ranking's arithmetic, worked out a second time from the words of RULES.md and compared over random inputs.

Nothing here looks at how ranking computes: plain data in and out, by the names of RULES.md §6.
"""

from decimal import ROUND_HALF_UP, Decimal, localcontext
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.conformance.services.ranking import CALCULATIONS

Player = dict[str, int]

FLOOR = 100
HALF = Decimal("0.5")
ALMOST_HALF = Decimal("1e-9")

players = st.builds(
    lambda rating, games, above: {"rating": rating, "games": games, "peak": rating + above},
    st.integers(FLOOR, 3000),
    st.one_of(st.integers(0, 100), st.sampled_from([0, 29, 30])),
    st.one_of(st.just(0), st.integers(0, 600)),
)
sides = st.integers(1, 3).flatmap(
    lambda size: st.lists(st.lists(players, min_size=size, max_size=size), min_size=2, max_size=2)
)


def k_of(player: Player) -> int:
    if player["games"] < 30:
        return 40
    return 10 if player["peak"] >= 2400 else 20


def gain(own: Decimal, other: Decimal, result: str) -> Decimal:
    """The points function of §1 for a `win`, `loss` or `tie`."""
    apart = max(Decimal(-400), min(Decimal(400), other - own))
    with localcontext(prec=40):
        expected = 1 / (1 + Decimal(10) ** (apart / 400))
        if result == "win":
            return 1 - expected
        if result == "loss" or own == other:
            return -expected if result == "loss" else Decimal(0)
        return (1 - expected) / 2 if own < other else -expected / 2


def delta(player: Player, factor: int, gains: list[Decimal]) -> int:
    """K times the mean of what was gained of each opponent, rounded half away from zero, never under the floor.

    Doubles have halves of equal players (gains of 0 and ±1/2) exactly. Of others they may miss a half by the last bit,
    in sums too: where the exact result is so near to one, it is no example.
    """
    exact = factor * sum(gains, Decimal(0)) / len(gains)
    points = abs(exact)
    in_doubles = all(each in (0, HALF, -HALF) for each in gains)
    assume(in_doubles or abs(points % 1 - HALF) > ALMOST_HALF)
    rounded = int(points.quantize(Decimal(1), ROUND_HALF_UP)) * (-1 if exact < 0 else 1)
    return max(rounded, FLOOR - player["rating"])


def mean(side: list[Player]) -> Decimal:
    return Decimal(sum(player["rating"] for player in side)) / len(side)


def by_side(pair: list[list[Player]], results: tuple[str, str], k: int | None = None) -> list[list[int]]:
    means = [mean(side) for side in pair]
    gains = [gain(means[one], means[1 - one], results[one]) for one in (0, 1)]
    return [[delta(player, k_of(player) if k is None else k, [gains[one]]) for player in pair[one]] for one in (0, 1)]


def pairwise(alone: list[Player], places: list[int], k: int | None = None) -> list[int]:
    """Individual games: the mean of what each would have won of every other."""

    def result(own: int, other: int) -> str:
        return "win" if own < other else "loss" if own > other else "tie"

    deltas = []
    for me, player in enumerate(alone):
        met = [
            gain(Decimal(player["rating"]), Decimal(other["rating"]), result(places[me], places[it]))
            for it, other in enumerate(alone)
            if it != me
        ]
        deltas.append(delta(player, k_of(player) if k is None else k, met))
    return deltas


RESULTS = {"A": ("win", "loss"), "B": ("loss", "win"), "tie": ("tie", "tie")}
ks = st.one_of(st.none(), st.sampled_from([10, 20, 32, 40]))


@given(sides, st.sampled_from(["A", "B", "tie"]), ks)
@settings(max_examples=120)
def test_two_sides_win_and_lose_what_the_formula_says(pair: list[list[Player]], result: str, k: int | None) -> None:
    answer = CALCULATIONS["elo"](sides=pair, result=result, k=k)
    assert answer == {"deltas": by_side(pair, RESULTS[result], k)}


@given(st.lists(st.tuples(players, st.integers(1, 6)), min_size=2, max_size=6), ks)
@settings(max_examples=120)
def test_individual_places_are_rated_pair_by_pair(seats: list[tuple[Player, int]], k: int | None) -> None:
    alone, places = [player for player, _ in seats], [place for _, place in seats]
    assert CALCULATIONS["elo_multi"](players=alone, places=places, k=k) == {"deltas": pairwise(alone, places, k)}


@st.composite
def departures(draw: st.DrawFn) -> dict[str, Any]:
    """A match of two sides that somebody left."""
    pair = draw(sides.filter(lambda pair: len(pair[0]) <= 2))
    seats = [[side, player] for side in (0, 1) for player in range(len(pair[side]))]
    policy, outcome = draw(
        st.sampled_from(
            [
                ("forfeit", "void"),
                ("forfeit", "forfeited"),
                ("concede", "conceded"),
                ("bot_replace", "won"),
                ("bot_replace", "tied"),
                ("bot_replace", "void"),
                ("pause_return", "not_completed"),
            ]
        )
    )
    most = len(seats) if policy == "bot_replace" else 1
    departed = draw(st.lists(st.sampled_from(seats), min_size=1, max_size=most, unique_by=tuple))
    done = draw(st.booleans()) if policy in ("bot_replace", "concede", "pause_return") else outcome == "forfeited"
    winner = 1 - departed[0][0] if outcome in ("forfeited", "conceded") else draw(st.integers(0, 1))
    won = outcome in ("won", "forfeited", "conceded")
    return {
        "policy": policy,
        "sides": pair,
        "outcome": outcome,
        "winner_side": winner if won else None,
        "departed": departed,
        "first_round_done": done,
    }


def after_departures(match: dict[str, Any]) -> list[list[int]]:
    """The table of departures (§1), for two sides."""
    pair, outcome, winner = match["sides"], match["outcome"], match["winner_side"]
    won = by_side(pair, ("win", "loss") if winner == 0 else ("loss", "win"))
    lost = [by_side(pair, ("loss", "win"))[0], by_side(pair, ("win", "loss"))[1]]
    tied = by_side(pair, ("tie", "tie"))
    nothing = [[0] * len(side) for side in pair]
    gone = {tuple(seat) for seat in match["departed"]}
    if outcome in ("forfeited", "conceded"):
        left = next(iter(gone))
        return _chosen(pair, lambda seat: won if seat == left or seat[0] == winner else nothing)
    if match["policy"] != "bot_replace":
        return nothing
    punished = lost if match["first_round_done"] else nothing
    if outcome != "void":
        result = won if outcome == "won" else tied
        return _chosen(pair, lambda seat: punished if seat in gone else result)
    beaten = [by_side(pair, ("win", "loss"))[0], by_side(pair, ("loss", "win"))[1]]
    duel = len(pair[0]) == 1 and len(gone) == 1 and match["first_round_done"]
    return _chosen(pair, lambda seat: punished if seat in gone else beaten if duel else nothing)


def _chosen(pair: list[list[Player]], table: Any) -> list[list[int]]:
    return [[table((side, seat))[side][seat] for seat in range(len(pair[side]))] for side in (0, 1)]


@given(departures())
@settings(max_examples=120)
def test_leavers_are_rated_by_the_table_of_departures(match: dict[str, Any]) -> None:
    assert CALCULATIONS["elo_departure"](**match) == {"deltas": after_departures(match)}


BANDS = (1, 9, 10, 50, 51)
"""Margins at which PP changes, from both sides."""


@st.composite
def pr_matches(draw: st.DrawFn) -> dict[str, Any]:
    target = draw(st.sampled_from([100, 200, "runout"]))
    quintile = st.one_of(st.integers(1, 5), st.none())
    full = target if isinstance(target, int) else 4
    return {
        "target": target,
        "winner_pips": full + draw(st.integers(0, 60)),
        "loser_pips": draw(
            st.one_of(st.integers(0, full - 1), st.sampled_from(BANDS).map(lambda by: max(0, full - by)))
        ),
        "own_q": draw(quintile),
        "opp_q": [draw(quintile), draw(quintile)],
        "won": draw(st.booleans()),
        "before": draw(st.integers(-50, 50)),
    }


def pr_delta(match: dict[str, Any]) -> int:
    points = 1
    if match["target"] != "runout":
        margin = match["target"] - match["loser_pips"]
        step = 0 if margin <= 9 else 1 if margin <= 50 else 2
        points += step + 1 if match["won"] else -step
    own = match["own_q"] or 5
    for quintile in match["opp_q"]:
        apart = own - (quintile or 5)
        points += max(apart, 0) + 1 if match["won"] else min(apart, 0)
    return points


@given(pr_matches())
@settings(max_examples=120)
def test_pr_moves_by_one_and_margin_and_opponents(match: dict[str, Any]) -> None:
    expected = pr_delta(match)
    assert CALCULATIONS["pr"](**match) == {"delta": expected, "pr": match["before"] + expected}


@given(st.dictionaries(st.text("abcdef", min_size=1, max_size=3), st.integers(-4, 8), max_size=25), st.data())
def test_quintiles_count_the_players_strictly_above(prs: dict[str, int], data: st.DataObject) -> None:
    blocked = data.draw(st.lists(st.sampled_from(sorted(prs)), unique=True)) if prs else []
    counted = {player: own for player, own in prs.items() if player not in blocked}
    expected: dict[str, int | None] = dict.fromkeys(blocked)
    for player, own in counted.items():
        expected[player] = 1 + 5 * sum(other > own for other in counted.values()) // len(counted)
    assert CALCULATIONS["quintiles"](pr=prs, blocked=blocked) == {"quintiles": expected}


TILES = [(low, high) for low in range(7) for high in range(low, 7)]


@given(st.lists(st.sampled_from(TILES), min_size=7, max_size=7, unique=True))
def test_a_deal_in_numbers(tiles: list[tuple[int, int]]) -> None:
    showing = {value: sum(value in tile for tile in tiles) for value in range(7)}
    most = max(showing.values())
    assert CALCULATIONS["hand_stats"](tiles=[list(tile) for tile in tiles]) == {
        "value": sum(map(sum, tiles)),
        "doubles": sum(low == high for low, high in tiles),
        "suit": max(value for value, count in showing.items() if count == most),
        "suit_count": most,
        "missing": sum(not count for count in showing.values()),
    }


@st.composite
def boards(draw: st.DrawFn) -> list[dict[str, Any]]:
    names = draw(st.lists(st.text("abAB", min_size=1, max_size=3), unique_by=str.casefold, min_size=1, max_size=12))
    return [
        {
            "player": name,
            "rating": draw(st.integers(1498, 1502)),
            "wins": draw(st.integers(0, 2)),
            "matches": draw(st.integers(2, 4)),
            "last_end": draw(st.integers(1000, 1002)),
            "eligible_state": draw(st.sampled_from(["active", "suspended", "blocked", "self_excluded", "closed"])),
        }
        for name in names
    ]


@given(boards(), st.integers(0, 5), st.lists(st.integers(1, 9), max_size=5))
def test_a_board_is_ordered_and_its_prizes_go_to_the_kth_eligible(
    rows: list[dict[str, Any]], min_games: int, prizes: list[int]
) -> None:
    rows.sort(key=lambda r: (-r["rating"], -r["wins"], r["matches"], r["last_end"], r["player"].casefold()))
    eligible = [r["player"] for r in rows if r["eligible_state"] == "active" and r["matches"] >= min_games]
    answer = CALCULATIONS["leaderboard"](rows=rows[::-1], min_games=min_games, prizes=prizes)
    assert answer == {"order": [r["player"] for r in rows], "prizes": dict(zip(eligible, prizes, strict=False))}


@given(st.lists(players, min_size=3, max_size=5), st.data())
@settings(max_examples=80)
def test_in_an_individual_game_an_earlier_leaver_stands_behind_a_later_one(
    alone: list[Player], data: st.DataObject
) -> None:
    seats = data.draw(st.permutations(range(len(alone))))
    gone = seats[: len(seats) - data.draw(st.integers(1, 2))]  # one or two have stayed, the last of them has won
    order = list(reversed(seats))
    answer = CALCULATIONS["elo_departure"](
        policy="eliminate",
        sides=[[player] for player in alone],
        outcome="forfeited" if len(gone) == len(alone) - 1 else "won",
        winner_side=order[0],
        departed=[[seat, 0] for seat in gone],
        first_round_done=True,
    )
    places = [order.index(seat) + 1 for seat in range(len(alone))]
    assert answer == {"deltas": [[points] for points in pairwise(alone, places)]}
