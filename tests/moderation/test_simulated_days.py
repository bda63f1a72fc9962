"""A thousand days of honest robots and some planted cheaters: signals find these and spare those (RULES.md §7)."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from services.contracts.signals import MatchTimed, SeatTimes
from services.contracts.tables import MatchFinished
from services.moderation.suspensions import DAY_MS
from services.plumbing.migrations import migrate
from tests.moderation.moderation import Moderation
from tests.moderation.test_service_signals import cases, left, match

ROBOTS = 50
DAYS = 20
"""So many robots for so many days are a thousand days of play."""
MATCHES_A_DAY = 60


@pytest.fixture
def quick(tmp_path: Any) -> Iterator[Moderation]:
    """On SQLite alone: what is counted is the same, and it is a long story."""
    url = f"sqlite:///{tmp_path}/moderation.sqlite"
    migrate("moderation", url)
    moderation = Moderation(url)
    yield moderation
    moderation.close()


def honest_match(chance: random.Random, at_ms: int) -> MatchFinished:
    """Two to four robots who met by chance; the stake is small, anybody wins, now and then somebody leaves."""
    seats = chance.choice([2, 2, 3, 4])
    people = chance.sample([f"robot-{n}" for n in range(ROBOTS)], seats)
    gone = chance.random() < 0.02
    departures = [left(0, people[0], early=chance.random() < 0.3)] if gone else []
    winner = chance.randrange(seats)
    stake = chance.choice([0, 200, 500, 1_000])
    minutes = chance.randint(5, 40)
    return match(*people, at_ms=at_ms, winners=[winner], stake=stake, minutes=minutes, departures=departures)


def honest_times(chance: random.Random, event: MatchFinished) -> MatchTimed:
    """People decide after anything from half a second to half a minute."""
    return timed(event, lambda: [int(chance.lognormvariate(8, 0.8)) for _ in range(chance.randint(10, 60))])


def timed(event: MatchFinished, decide: Any) -> MatchTimed:
    seats = []
    for account in event.accounts:
        times = decide()
        squares = sum(each * each for each in times)
        seat = SeatTimes(
            account=account or "", decisions=len(times), total_ms=sum(times), squares_ms2=squares, losses=0
        )
        seats.append(seat)
    return MatchTimed(match=event.match, ended_at_ms=event.ended_at_ms, seats=seats)


def day_of_robots(chance: random.Random, begins_ms: int) -> list[MatchFinished]:
    moments = sorted(chance.randrange(DAY_MS) for _ in range(MATCHES_A_DAY))
    return [honest_match(chance, begins_ms + moment) for moment in moments]


def plant(chance: random.Random, begins_ms: int) -> list[MatchFinished]:
    """A dumper and who is fed, a pair that goes everywhere together, one who always leaves."""
    dumped = [
        match("dumper", "fed", at_ms=begins_ms + n * 600_000, winners=[1], stake=9_000, minutes=4) for n in range(7)
    ]
    pair = [
        match("pair-a", "pair-b", f"robot-{chance.randrange(ROBOTS)}", at_ms=begins_ms + n * 1_200_000, stake=200)
        for n in range(55)
    ]
    deserted = [
        match(
            "deserter", f"robot-{chance.randrange(ROBOTS)}", at_ms=begins_ms + n * 3_600_000,
            departures=[left(0, "deserter", early=True)], stake=0,
        )
        for n in range(6)
    ]  # fmt: skip
    return [*dumped, *pair, *deserted]


@pytest.mark.long
def test_planted_cheaters_are_found_and_honest_robots_are_spared(quick: Moderation) -> None:
    chance = random.Random(20270115)
    begins_ms = quick.clock.now_ms()
    for day in range(DAYS):
        events = day_of_robots(chance, begins_ms + day * DAY_MS)
        quick.hear("on_match_finished", *events)
        quick.hear("on_match_timed", *(honest_times(chance, event) for event in events))
    assert cases(quick) == [], f"{ROBOTS * DAYS} honest days raise nothing"

    planted = plant(chance, begins_ms + DAYS * DAY_MS)
    quick.hear("on_match_finished", *planted)
    machine = [match("machine", "robot-1", at_ms=begins_ms + DAYS * DAY_MS + n) for n in range(5)]
    steady = [timed(event, lambda: [int(chance.gauss(1_500, 30)) for _ in range(50)]) for event in machine]
    quick.hear("on_match_timed", *(msg for msg in map(only_machine, steady)))
    found = cases(quick)
    assert sorted((kind, sorted(players)) for kind, players in found) == [
        ("bot", ["machine"]),
        ("chip_dump", ["dumper", "fed"]),
        ("collusion", ["pair-a", "pair-b"]),
        ("deserter", ["deserter"]),
    ]


def only_machine(event: MatchTimed) -> MatchTimed:
    seats = [seat for seat in event.seats if seat.account == "machine"]
    return MatchTimed(match=event.match, ended_at_ms=event.ended_at_ms, seats=seats)
