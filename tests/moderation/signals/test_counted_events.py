"""Signals counted from events: services/moderation/RULES.md §7."""

from itertools import count
from typing import Any

import msgspec
import pytest

from services.contracts.lobby.accounts.accounts import SessionBegan
from services.contracts.lobby.people.conduct import ChatMatched, MessageRefused, ProtocolAbused
from services.contracts.moderation.desk import GetLinks
from services.contracts.moderation.events import CaseOpened
from services.contracts.moderation.signals import FriendRewarded, MatchAppraised, MatchTimed, SeatErrors, SeatTimes
from services.contracts.tables.events import Departure, MatchFinished
from services.kernel.clock import DAY_MS
from services.moderation import schema
from services.platform.process.json import decode
from tests.moderation.moderation import Moderation

NOON_MS = 1_800_000_000_000

HOUR_MS = 60 * 60_000
_numbers = count()


def match(
    *accounts: str | None, at_ms: int, winners: list[int] | None = None, stake: int = 500, minutes: int = 10, **how: Any
) -> MatchFinished:
    """A match of these people, each for themselves unless `sides` says otherwise."""
    fields: dict[str, Any] = {
        "match": f"m{next(_numbers)}", "table": "t", "number": 1, "game": "tavli", "rules": 1, "options": {},
        "clock_policy": "move_clock", "return_policy": "budget", "leave_policy": "forfeit", "competition": None,
        "practice": False, "sides": [[seat] for seat in range(len(accounts))], "outcome": "won", "places": [],
        "points": [], "named": None, "reason": "", "hands": [], "departures": [], "first_round_done": True,
        "ratings": [], "reply_to": "q",
    }  # fmt: skip
    played = {"started_at_ms": at_ms - minutes * 60_000, "ended_at_ms": at_ms, "winners": winners or []}
    return MatchFinished(accounts=list(accounts), stake_chips=stake, **played, **fields | how)


def cases(moderation: Moderation) -> list[tuple[str, set[str]]]:
    """Kind and players of every case."""
    with moderation.database.work() as work:
        found = work.execute(schema.cases.select().order_by(schema.cases.c.opened_at_ms)).all()
    return [(row.kind, set(decode(row.players))) for row in found]


def left(seat: int, account: str, *, early: bool) -> Departure:
    return Departure(seat=seat, account=account, at_ms=1, first_round_done=not early, reason="left")


def test_chips_that_go_one_way_between_two_are_counted_net_over_a_day(moderation: Moderation) -> None:
    now = moderation.clock.now_ms()
    one_way = [match("ana", "ben", at_ms=now + n, winners=[0], stake=10_000) for n in range(5)]
    moderation.hear("on_match_finished", *one_way[:4], match("ana", "ben", at_ms=now + 9, winners=[1], stake=10_000))
    assert cases(moderation) == []
    later = match("ana", "ben", at_ms=now + DAY_MS + 20, winners=[0], stake=10_000)
    moderation.hear("on_match_finished", later)
    assert cases(moderation) == []
    more = [match("ana", "ben", at_ms=now + DAY_MS + 30 + n, winners=[0], stake=10_000) for n in range(4)]
    moderation.hear("on_match_finished", *more)
    assert cases(moderation) == [("chip_dump", {"ana", "ben"})]
    (news,) = moderation.told_of(CaseOpened)
    assert (news.kind, news.players) == ("chip_dump", ["ana", "ben"])


def test_a_pair_that_shares_most_of_the_last_fifty_staked_individual_matches_is_signalled(
    moderation: Moderation,
) -> None:
    now = moderation.clock.now_ms()
    others = [f"p{n}" for n in range(40)]
    apart = [match("ana", others[n], others[n + 20], at_ms=now + n) for n in range(20)]
    together = [match("ana", "ben", others[n % 40], at_ms=now + 100 + n) for n in range(30)]
    moderation.hear("on_match_finished", *apart, *together[:29])
    assert cases(moderation) == []
    moderation.hear("on_match_finished", together[29])
    assert cases(moderation) == [("collusion", {"ana", "ben"})]


def test_one_opponent_in_half_of_the_games_of_a_competition(moderation: Moderation) -> None:
    now = moderation.clock.now_ms()
    games = [
        match("ana", other, at_ms=now + n, competition="c") for n, other in enumerate(["ben", "eva", "ben", "gil"])
    ]
    moderation.hear("on_match_finished", *games)
    assert cases(moderation) == []
    moderation.hear("on_match_finished", match("ana", "ben", at_ms=now + 9, competition="c"))
    assert cases(moderation) == [("collusion", {"ana", "ben"})]


def test_partners_that_reveal_their_hands_are_signalled_in_any_order_of_events(moderation: Moderation) -> None:
    now = moderation.clock.now_ms()
    lines = [
        ChatMatched(account=who, line=n, at_ms=now + n, kind="hand_talk", found=["ace"], text="ace", table="t")
        for n, who in enumerate(["ana", "eva", "ana"])
    ]
    moderation.hear("on_chat_matched", *lines)
    assert cases(moderation) == []
    teams = match("ana", "ben", "eva", "gil", at_ms=now + 9, sides=[[0, 2], [1, 3]])
    moderation.hear("on_match_finished", teams)
    assert cases(moderation) == [("collusion", {"ana", "eva"})]


def test_two_accounts_on_one_device_within_thirty_days(moderation: Moderation) -> None:
    now = moderation.clock.now_ms()
    moderation.hear("on_session_began", SessionBegan(account="ana", at_ms=now, device="d", address_key="a"))
    moderation.hear("on_session_began", SessionBegan(account="ben", at_ms=now + 31 * DAY_MS, device="d"))
    moderation.hear("on_session_began", SessionBegan(account="ben", at_ms=now + 31 * DAY_MS, device=""))
    assert cases(moderation) == []
    moderation.hear("on_session_began", SessionBegan(account="eva", at_ms=now + 40 * DAY_MS, device="d"))
    assert cases(moderation) == [("multi_account", {"ben", "eva"})]


def test_a_rewarded_friend_that_plays_only_with_the_inviter_is_signalled(moderation: Moderation) -> None:
    now = moderation.clock.now_ms()
    moderation.hear("on_friend_rewarded", FriendRewarded(inviter="ana", friend="ben", at_ms=now))
    matches = [match("ana", "ben", at_ms=now + n, stake=0) for n in range(20)]
    moderation.hear("on_match_finished", *matches[:19])
    assert cases(moderation) == []
    moderation.hear("on_match_finished", matches[19])
    assert cases(moderation) == [("multi_account", {"ana", "ben"})]


def test_decisions_that_all_take_the_same_time(moderation: Moderation) -> None:
    now = moderation.clock.now_ms()

    def timed(n: int, decisions: int, deviation_ms: int) -> MatchTimed:
        squares = decisions * (1_000**2 + deviation_ms**2)
        seat = SeatTimes(account="ana", decisions=decisions, total_ms=decisions * 1_000, squares_ms2=squares, losses=5)
        return MatchTimed(match=f"t{n}", ended_at_ms=now + n, seats=[seat])

    moderation.hear("on_match_timed", timed(1, 150, 79), timed(2, 49, 79))
    assert cases(moderation) == []
    moderation.hear("on_match_timed", timed(3, 1, 79))
    assert cases(moderation) == [("bot", {"ana"})]


def test_play_that_loses_less_than_people_do_is_signalled_over_thirty_days(moderation: Moderation) -> None:
    now = moderation.clock.now_ms()

    def appraised(n: int, decisions: int, error: int, game: str = "tavli") -> MatchAppraised:
        seat = SeatErrors(account="ana", decisions=decisions, lost_thousandths=decisions * error)
        other = SeatErrors(account="ben", decisions=decisions, lost_thousandths=decisions * 30)
        return MatchAppraised(match=f"a{n}", game=game, ended_at_ms=now + n, seats=[seat, other])

    moderation.hear("on_match_appraised", appraised(1, 300, 9), appraised(2, 299, 11), appraised(3, 900, 0, "pilotta"))
    moderation.hear("on_match_appraised", appraised(30 * DAY_MS + 2, 301, 9))
    assert cases(moderation) == []
    moderation.hear("on_match_appraised", appraised(2, 299, 11), appraised(4, 1, 10))
    assert cases(moderation) == [("engine", {"ana"})]
    (news,) = moderation.told_of(CaseOpened)
    assert (news.kind, news.players) == ("engine", ["ana"])


def test_a_player_seated_twenty_of_twenty_four_hours_is_signalled(moderation: Moderation) -> None:
    now = moderation.clock.now_ms()
    long = [match("ana", "ben", at_ms=now + n * 2 * HOUR_MS, minutes=120) for n in range(9)]
    moderation.hear("on_match_finished", *long)
    assert cases(moderation) == []
    moderation.hear("on_match_finished", match("ana", None, at_ms=now + 9 * 2 * HOUR_MS, minutes=120))
    assert cases(moderation) == [("bot", {"ana"})]


def test_a_player_that_leaves_early_or_lets_the_computer_win_is_signalled(moderation: Moderation) -> None:
    now = moderation.clock.now_ms()
    early = [match("ana", "ben", at_ms=now + n, departures=[left(0, "ana", early=True)]) for n in range(5)]
    moderation.hear("on_match_finished", *early[:4])
    assert cases(moderation) == []
    moderation.hear("on_match_finished", early[4])
    assert cases(moderation) == [("deserter", {"ana"})]
    replaced = [
        match(
            "eva",
            "gil",
            at_ms=now + n,
            winners=[0],
            leave_policy="bot_replace",
            departures=[left(0, "eva", early=False)],
        )
        for n in range(3)
    ]
    moderation.hear("on_match_finished", *replaced)
    assert ("deserter", {"eva"}) in cases(moderation)


def test_six_lost_connections_in_one_match(moderation: Moderation) -> None:
    for losses, expected in ((5, []), (6, [("reconnect_abuse", {"ana"})])):
        seat = SeatTimes(account="ana", decisions=1, total_ms=1, squares_ms2=1, losses=losses)
        moderation.hear("on_match_timed", MatchTimed(match=f"l{losses}", ended_at_ms=1, seats=[seat]))
        assert cases(moderation) == expected


def test_three_messages_with_listed_words_in_ten_minutes(moderation: Moderation) -> None:
    now = moderation.clock.now_ms()
    said = [
        ChatMatched(account="ana", line=n, at_ms=now + n * 5 * 60_000, kind="words", found=["x"], text="x")
        for n in range(3)
    ]
    moderation.hear("on_chat_matched", *said)
    assert cases(moderation) == []
    again = ChatMatched(account="ana", line=9, at_ms=now + 10 * 60_000 + 1, kind="words", found=["x"], text="x")
    moderation.hear("on_chat_matched", again)
    assert cases(moderation) == [("chat", {"ana"})]


def refused(cause: Any, minute: int, other: str = "ben") -> MessageRefused:
    return MessageRefused(account="ana", other=other, cause=cause, at_ms=NOON_MS + minute * 60_000)


@pytest.mark.parametrize(
    "enough",
    [
        [refused("seated_together", n) for n in range(5)],
        [refused("unwanted", n) for n in range(10)],
        [refused("unwanted", 0, other) for other in ("ben", "eva", "gil")],
        [refused("muted", n) for n in range(20)],
        [refused("limit", n) for n in range(20)],
        [refused("seated_together", n * 360 - (n == 4)) for n in range(5)],
    ],
    ids=["table talk", "unwanted", "three unwilling", "muted", "over limits", "in nearly a day"],
)
def test_many_refused_messages_of_a_day_are_a_signal_and_no_verdict(
    moderation: Moderation, enough: list[MessageRefused]
) -> None:
    moderation.hear("on_message_refused", *enough[:-1])
    assert cases(moderation) == []
    moderation.hear("on_message_refused", enough[-1])
    assert cases(moderation) == [("messages", {"ana"})]
    assert moderation.conduct("ana").suspension is None


def test_refused_messages_of_one_minute_of_other_days_and_for_other_reasons_do_not_add_up(
    moderation: Moderation,
) -> None:
    same = [msgspec.structs.replace(refused("seated_together", 0), at_ms=NOON_MS + n) for n in range(9)]
    later = [refused("seated_together", n * 480) for n in range(1, 20)]
    others = [refused("limit", n) for n in range(19)] + [refused("muted", n) for n in range(19)]
    moderation.hear("on_message_refused", *same, *later, *others)
    assert cases(moderation) == []


def test_misuse_of_the_protocol(moderation: Moderation) -> None:
    moderation.hear("on_protocol_abused", ProtocolAbused(account="ana", at_ms=1, messages=10))
    assert cases(moderation) == [("protocol", {"ana"})]


def test_practice_counts_for_nothing_and_no_signal_punishes(moderation: Moderation) -> None:
    now = moderation.clock.now_ms()
    practice = [match("ana", None, at_ms=now + n, practice=True, minutes=1_440) for n in range(3)]
    moderation.hear("on_match_finished", *practice)
    assert cases(moderation) == []
    moderation.hear("on_protocol_abused", ProtocolAbused(account="ana", at_ms=1, messages=99))
    assert moderation.conduct("ana").suspension is None and moderation.rows("suspensions") == 0


def test_a_players_file_shows_what_connects_accounts(moderation: Moderation) -> None:
    moderation.hire()
    now = moderation.clock.now_ms()
    for who in ("ana", "ben"):
        moderation.hear("on_session_began", SessionBegan(account=who, at_ms=now, device="d", address_key="a"))
    moderation.hear("on_match_finished", match("ana", "eva", at_ms=now, winners=[1]))
    links = moderation.ask(GetLinks(account="the moderator", of="ana", need="report")).links
    assert [(link.by, link.account, link.count) for link in links] == [
        ("device", "ben", 1), ("address", "ben", 1), ("chips", "eva", 1), ("table", "eva", 1),
    ]  # fmt: skip
    again = [match("ana", "eva", at_ms=now + days * DAY_MS, winners=[1]) for days in (0, 0, 1)]
    moderation.hear("on_match_finished", *again[:1])
    moderation.hear("on_match_finished", *again[1:])
    links = moderation.ask(GetLinks(account="the moderator", of="ana", need="report")).links
    assert [(link.account, link.count) for link in links if link.by == "table"] == [("eva", 4)]
