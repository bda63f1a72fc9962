"""Who plays with whom of those that look for a game (services/lobby/RULES.md §9)."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.lobby.matchmaking.matching import (
    MatchingSettings,
    Party,
    Seeker,
    Wish,
    find_parties,
    in_seats,
    may_play,
    width_elo,
)

TAVLI = Wish("tavli", "{}", 200, 2)
TICHU = Wish("tichu", "{}", 200, 4)
RULES = MatchingSettings(width_elo=100, widen_elo_s=10, any_s=60)


def seeker(account: str, elo: int = 1500, *wishes: Wish, since_ms: int = 0, barred: str = "") -> Seeker:
    return Seeker(account, elo, wishes or (TAVLI,), since_ms, frozenset(barred.split()))


def parties(*seekers: Seeker, now_ms: int = 0) -> list[set[str]]:
    return [set(party.accounts) for party in find_parties(seekers, now_ms, RULES)]


@pytest.mark.parametrize(
    ("waited_ms", "width"), [(0, 100), (999, 109), (1_000, 110), (59_999, 699), (60_000, None), (900_000, None)]
)
def test_the_width_grows_with_the_wait_until_any_rating_will_do(waited_ms: int, width: int | None) -> None:
    assert width_elo(waited_ms, RULES) == width


def test_two_players_with_equal_wishes_are_seated_at_once() -> None:
    assert parties(seeker("ana"), seeker("ben")) == [{"ana", "ben"}]


def test_players_with_different_games_stakes_or_options_are_not_seated_together() -> None:
    dear = Wish("tavli", "{}", 500, 2)
    fevga = Wish("tavli", '{"variant":"fevga"}', 200, 2)
    others = [seeker("ben", 1500, dear), seeker("eva", 1500, fevga), seeker("zoe", 1500, TICHU)]
    assert parties(seeker("ana"), *others) == []


def test_the_nearest_rating_is_chosen_among_several() -> None:
    assert parties(seeker("ana", 1500), seeker("ben", 1590, since_ms=1), seeker("eva", 1510, since_ms=2)) == [
        {"ana", "eva"}
    ]


def test_the_rating_distance_must_fit_both_so_a_new_search_is_not_seated_far_away() -> None:
    old, new = seeker("ana", 1500, since_ms=0), seeker("ben", 1700, since_ms=30_000)
    assert parties(old, new, now_ms=30_000) == []
    assert parties(old, new, now_ms=40_000) == [{"ana", "ben"}]


def test_the_longest_wait_chooses_first() -> None:
    early, middle, late = seeker("ana", 1500), seeker("ben", 1550, since_ms=1), seeker("eva", 1550, since_ms=2)
    assert parties(late, middle, early, now_ms=3) == [{"ana", "ben"}]


def test_players_with_a_block_in_either_direction_are_not_seated_together() -> None:
    assert parties(seeker("ana", barred="ben"), seeker("ben")) == []
    assert parties(seeker("ana"), seeker("ben", barred="ana")) == []
    four = [seeker(name, 1500, TICHU) for name in ("ana", "ben", "eva")]
    assert parties(*four, seeker("zoe", 1500, TICHU, barred="eva")) == []
    assert parties(*four, seeker("zoe", 1500, TICHU, barred="eva"), seeker("ian", 1500, TICHU)) == [
        {"ana", "ben", "eva", "ian"}
    ]


def test_of_several_wishes_the_one_with_the_closest_ratings_is_played() -> None:
    dear = Wish("tavli", "{}", 500, 2)
    found = find_parties(
        [seeker("ana", 1500, TAVLI, dear), seeker("ben", 1560, TAVLI), seeker("eva", 1505, dear)], 0, RULES
    )
    assert [(party.wish, set(party.accounts)) for party in found] == [(dear, {"ana", "eva"})]


def test_of_four_the_strongest_sits_opposite_the_weakest() -> None:
    four = [seeker("ana", 1500), seeker("ben", 1800), seeker("eva", 1600), seeker("zoe", 1400)]
    assert [each.account for each in in_seats(four)] == ["ben", "eva", "zoe", "ana"]


WISHES = [TAVLI, TICHU, Wish("koumkan", "{}", 0, 3), Wish("tavli", "{}", 500, 2)]
NAMES = "abcdefghijk"


@st.composite
def queues(draw: st.DrawFn) -> list[Seeker]:
    """Players who have come within two minutes, each with some wishes and some others whom they bar."""
    return [
        Seeker(
            account=name,
            elo=draw(st.integers(800, 2400)),
            wishes=tuple(draw(st.lists(st.sampled_from(WISHES), min_size=1, max_size=3, unique=True))),
            since_ms=draw(st.integers(0, 120_000)),
            barred=frozenset(draw(st.lists(st.sampled_from(NAMES), max_size=2))) - {name},
        )
        for name in NAMES[: draw(st.integers(0, len(NAMES)))]
    ]


def is_party(players: tuple[Seeker, ...], now_ms: int) -> bool:
    return all(may_play(one, other, now_ms, RULES) for one, other in combinations(players, 2))


@settings(max_examples=100, deadline=None)
@given(queues(), st.integers(0, 200_000))
def test_seated_players_may_play_together_and_sit_once(queue: list[Seeker], now_ms: int) -> None:
    found: list[Party] = find_parties(queue, now_ms, RULES)
    seated = [account for party in found for account in party.accounts]
    assert len(seated) == len(set(seated))
    for party in found:
        assert len(party.seats) == party.wish.seats
        assert all(party.wish in each.wishes for each in party.seats)
        assert is_party(party.seats, now_ms)


@settings(max_examples=100, deadline=None)
@given(queues())
def test_no_compatible_set_waits_together_longer_than_any_s_after_its_last_arrival(queue: list[Seeker]) -> None:
    """The law of liveness: arrivals come in their order, the queue is looked at every half second, and whoever is
    seated is gone. Compatible here means the same wish and nobody barred: ratings do not matter any more."""
    waiting: dict[str, Seeker] = {}
    coming = sorted(queue, key=lambda each: each.since_ms)
    for now_ms in range(0, 182_000, 500):
        while coming and coming[0].since_ms <= now_ms:
            come = coming.pop(0)
            waiting[come.account] = come
        for party in find_parties(list(waiting.values()), now_ms, RULES):
            for account in party.accounts:
                del waiting[account]
        if len(waiting) < 2:
            continue
        for wish in WISHES:
            long = [each for each in waiting.values() if wish in each.wishes and now_ms - each.since_ms >= 60_000]
            assert not any(is_party(players, now_ms) for players in combinations(long, wish.seats))
