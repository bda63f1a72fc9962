"""A thousand days of honest robots, and cheaters of all ten kinds: signals find these and spare those (RULES.md §7).

The rates: of 1,000 honest days (1,200 matches, some 115,000 decisions, 1,000 logins, now and then a word of the lists,
a lost connection, a departure) none raises a signal; of 15 planted cheaters, at least one of each kind, all are found.
"""

import random
from collections.abc import Iterator
from itertools import count
from typing import Any, get_args

import pytest

from services.contracts.lobby.accounts.accounts import SessionBegan
from services.contracts.lobby.people.conduct import ChatMatched, MessageRefused, ProtocolAbused, RefusedCause
from services.contracts.moderation.signals import FriendRewarded, MatchAppraised, MatchTimed, SeatErrors, SeatTimes
from services.contracts.tables.events import MatchFinished
from services.contracts.wallet.events import AddressShared
from services.contracts.wallet.payments import PaymentReversed
from services.kernel.clock import DAY_MS
from services.moderation.signals.rules import Kind
from services.platform.database.migrations import migrate
from tests.moderation.moderation import Moderation
from tests.moderation.signals.test_counted_events import cases, left, match

ROBOTS = 50
DAYS = 20
"""So many robots for so many days are a thousand days of play."""
MATCHES_A_DAY = 60
_lines = count()


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
            account=account or "",
            decisions=len(times),
            total_ms=sum(times),
            squares_ms2=squares,
            losses=len(times) % 3,
        )
        seats.append(seat)
    return MatchTimed(match=event.match, ended_at_ms=event.ended_at_ms, seats=seats)


def day_of_robots(chance: random.Random, begins_ms: int) -> list[MatchFinished]:
    moments = sorted(chance.randrange(DAY_MS) for _ in range(MATCHES_A_DAY))
    return [honest_match(chance, begins_ms + moment) for moment in moments]


def day_of_life(chance: random.Random, begins_ms: int) -> tuple[list[SessionBegan], list[ChatMatched], list[Any]]:
    """Everybody logs in on a device of their own, a few from one household; some swear once; some are reported."""
    logins = [
        SessionBegan(
            account=f"robot-{n}", at_ms=begins_ms + chance.randrange(DAY_MS), device=f"device-{n}",
            address_key=f"household-{n // 2}",
        )
        for n in range(ROBOTS)
    ]  # fmt: skip
    swearing = [said(n, begins_ms + chance.randrange(DAY_MS), "words") for n in range(ROBOTS) if chance.random() < 0.02]
    reported = [chance.sample(range(ROBOTS), 2) for _ in range(ROBOTS) if chance.random() < 0.01]
    return logins, swearing, reported


def said(who: int | str, at_ms: int, kind: str, table: str | None = None) -> ChatMatched:
    account = f"robot-{who}" if isinstance(who, int) else who
    line = next(_lines)
    return ChatMatched(account=account, line=line, at_ms=at_ms, kind=kind, found=["x"], text="x", table=table)


def refused(account: str, other: str, cause: RefusedCause, at_ms: int) -> MessageRefused:
    return MessageRefused(account=account, other=other, cause=cause, at_ms=at_ms)


def day_of_refusals(chance: random.Random, begins_ms: int) -> list[MessageRefused]:
    """A friend is congratulated before the match is over, or written to very fast."""
    causes: list[RefusedCause] = ["seated_together", "limit", "muted"]
    return [
        refused(f"robot-{n}", f"robot-{n ^ 1}", chance.choice(causes), begins_ms + chance.randrange(DAY_MS))
        for n in range(ROBOTS)
        if chance.random() < 0.1
    ]


def live(moderation: Moderation, chance: random.Random, begins_ms: int) -> None:
    """One day of all robots."""
    events = day_of_robots(chance, begins_ms)
    logins, swearing, reported = day_of_life(chance, begins_ms)
    moderation.hear("on_session_began", *logins)
    moderation.hear("on_match_finished", *events)
    moderation.hear("on_match_timed", *(honest_times(chance, event) for event in events))
    if hasty := day_of_refusals(random.Random(begins_ms), begins_ms):
        moderation.hear("on_message_refused", *hasty)
    if swearing:
        moderation.hear("on_chat_matched", *swearing)
    for one, other in reported:
        moderation.report(by=f"robot-{one}", reported=f"robot-{other}", category="other")
    friends = [each for each in range(0, ROBOTS, 10) if chance.random() < 0.2]
    if friends:
        rewarded = (FriendRewarded(inviter=f"robot-{n}", friend=f"robot-{n + 1}", at_ms=begins_ms) for n in friends)
        moderation.hear("on_friend_rewarded", *rewarded)


# --- planted -----------------------------------------------------------------------------------------------------


def matches_of_cheaters(chance: random.Random, at_ms: int) -> list[MatchFinished]:
    """A dumper, a pair that goes everywhere together, a friend who plays with the inviter alone, rivals who meet again
    and again in a competition, partners who talk, one who always leaves, one who never sleeps."""

    def robot() -> str:
        return f"robot-{chance.randrange(ROBOTS)}"

    dumped = [match("dumper", "fed", at_ms=at_ms + n * 600_000, winners=[1], stake=9_000, minutes=4) for n in range(7)]
    pair = [match("pair-a", "pair-b", robot(), at_ms=at_ms + n * 1_200_000, stake=200) for n in range(55)]
    captive = [match("inviter", "captive", at_ms=at_ms + n, stake=0, minutes=1) for n in range(20)]
    rivals = [match("rival-a", "rival-b", at_ms=at_ms + n, stake=0, competition="cup") for n in range(5)]
    partners = [match("talk-a", robot(), "talk-b", robot(), at_ms=at_ms, stake=0, sides=[[0, 2], [1, 3]])]
    awake = [match("sleepless", robot(), at_ms=at_ms + n * 7_200_000, minutes=120, stake=0) for n in range(11)]
    deserted = [
        match("deserter", robot(), at_ms=at_ms + n * 3_600_000, departures=[left(0, "deserter", early=True)], stake=0)
        for n in range(6)
    ]
    return [*dumped, *pair, *captive, *rivals, *partners, *awake, *deserted]


def cheat(moderation: Moderation, chance: random.Random, at_ms: int) -> None:
    """Everything that no match shows."""
    moderation.hear("on_friend_rewarded", FriendRewarded(inviter="inviter", friend="captive", at_ms=at_ms))
    talk = [said(who, at_ms + n, "hand_talk", "t") for n, who in enumerate(("talk-a", "talk-b", "talk-a"))]
    swearing = [said("swearer", at_ms + n * 60_000, "words") for n in range(3)]
    moderation.hear("on_chat_matched", *talk, *swearing)
    for n in range(5):
        moderation.report(by=f"robot-{n}", reported="rude", category="other")
    twins = (SessionBegan(account=each, at_ms=at_ms, device="shared") for each in ("twin-a", "twin-b"))
    moderation.hear("on_session_began", *twins)
    machine = [match("machine", "robot-1", at_ms=at_ms + n) for n in range(5)]
    steady = [timed(event, lambda: [int(chance.gauss(1_500, 30)) for _ in range(50)]) for event in machine]
    moderation.hear("on_match_timed", *map(only_machine, steady))
    lost = {"champion": 3, "robot-1": 25}
    errors = [SeatErrors(account=each, decisions=700, lost_thousandths=700 * lost[each]) for each in lost]
    appraised = MatchAppraised(match="program", game="tavli", ended_at_ms=at_ms, seats=errors)
    moderation.hear("on_match_appraised", appraised)
    cut = SeatTimes(account="puller", decisions=1, total_ms=1, squares_ms2=1, losses=6)
    moderation.hear("on_match_timed", MatchTimed(match="cut", ended_at_ms=at_ms, seats=[cut]))
    moderation.hear("on_protocol_abused", ProtocolAbused(account="prober", at_ms=at_ms, messages=10))
    whispered = (refused("whisperer", "robot-1", "seated_together", at_ms + n * 60_000) for n in range(5))
    moderation.hear("on_message_refused", *whispered)
    moderation.hear("on_address_shared", AddressShared(match="s", stake_chips=500, accounts=["same-a", "same-b"]))
    taken = PaymentReversed(account="buyer", payment="p", chips=5_000, taken_chips=5_000)
    moderation.hear("on_payment_reversed", taken)


FOUND = [
    ("bot", ["machine"]),
    ("bot", ["sleepless"]),
    ("chat", ["rude"]),
    ("chat", ["swearer"]),
    ("chip_dump", ["dumper", "fed"]),
    ("collusion", ["pair-a", "pair-b"]),
    ("collusion", ["rival-a", "rival-b"]),
    ("collusion", ["talk-a", "talk-b"]),
    ("deserter", ["deserter"]),
    ("engine", ["champion"]),
    ("messages", ["whisperer"]),
    ("multi_account", ["captive", "inviter"]),
    ("multi_account", ["twin-a", "twin-b"]),
    ("payment_reversed", ["buyer"]),
    ("protocol", ["prober"]),
    ("reconnect_abuse", ["puller"]),
    ("same_ip", ["same-a", "same-b"]),
]


@pytest.mark.long
def test_planted_cheaters_are_found_and_honest_robots_are_spared(quick: Moderation) -> None:
    chance = random.Random(20270115)
    begins_ms = quick.clock.now_ms()
    for day in range(DAYS):
        live(quick, chance, begins_ms + day * DAY_MS)
        quick.clock.advance(DAY_MS)
    assert cases(quick) == [], f"{ROBOTS * DAYS} honest days raise nothing"

    cheat(quick, chance, begins_ms + DAYS * DAY_MS)
    quick.hear("on_match_finished", *matches_of_cheaters(chance, begins_ms + DAYS * DAY_MS))
    assert sorted((kind, sorted(players)) for kind, players in cases(quick)) == FOUND
    assert {kind for kind, _ in FOUND} == set(get_args(Kind))


def only_machine(event: MatchTimed) -> MatchTimed:
    seats = [seat for seat in event.seats if seat.account == "machine"]
    return MatchTimed(match=event.match, ended_at_ms=event.ended_at_ms, seats=seats)
