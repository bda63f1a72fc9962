"""What the observations of a window show: services/moderation/RULES.md §7."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.kernel.clock import DAY_MS, HOUR_MS
from services.moderation.signals import windows
from services.moderation.signals.observations import Observation
from services.moderation.signals.windows import Hit

NOW_MS = 1_800_000_000_000
WEEK_MS, MONTH_MS, WORDS_MS = 7 * DAY_MS, 30 * DAY_MS, 10 * 60_000


def row(
    kind: str, about: object = 0, ago_ms: int = 0, account: str = "ana", other: str = "", **sums: int
) -> Observation:
    return Observation(kind, account, other, f"m{about}", NOW_MS - ago_ms, **sums)


def many(number: int, kind: str, **how: int | str) -> list[Observation]:
    return [row(kind, about, **how) for about in range(number)]  # type: ignore[arg-type]


def at_now(hits: Sequence[Hit] | object) -> list[Hit]:
    """The signals of the window that ends now."""
    return [hit for hit in hits if "now" in hit.of]  # type: ignore[attr-defined]


@given(st.lists(st.integers(0, 12), max_size=12), st.integers(1, 12))
def test_a_window_ends_at_its_row_and_begins_after_the_moment_that_is_its_length_before(times, length_ms) -> None:
    rows = [Observation("k", "a", "", str(number), at_ms) for number, at_ms in enumerate(times)]
    found = list(windows.windows(reversed(rows), length_ms))
    assert sorted(each.about for each, _ in found) == sorted(each.about for each in rows)
    for each, inside in found:
        assert {one.about for one in inside} == {
            one.about for one in rows if each.at_ms - length_ms < one.at_ms <= each.at_ms
        }


def test_rows_of_one_moment_are_in_the_order_of_subject_account_and_other() -> None:
    ordered = [
        Observation("k", "b", "b", "2", 1),
        Observation("k", "b", "b", "1", 2),
        Observation("k", "a", "b", "2", 2),
        Observation("k", "b", "a", "2", 2),
        Observation("k", "b", "b", "2", 2),
    ]
    assert windows.in_order(reversed(ordered)) == ordered


def test_only_signals_that_are_new_are_raised_and_only_those_that_are_gone_are_withdrawn() -> None:
    kept, gone, new = (Hit("bot", ("ana",), of, {}) for of in ("1", "2", "3"))
    seen_otherwise = kept._replace(seen={"more": 1})
    assert windows.difference([kept, gone], [seen_otherwise, new]) == ([new], [gone])


CHIPS = 25_000


def test_chips_that_came_back_in_the_same_day_are_not_lost() -> None:
    def judged(*lost: tuple[str, int, int]) -> list[Hit]:
        rows = [
            row(
                "lost_to",
                ago_ms or "now",
                ago_ms,
                account,
                "ben" if account == "ana" else "ana",
                total=chips,
            )
            for account, chips, ago_ms in lost
        ]
        return at_now(windows.chips(rows))

    seen = {"from": "ana", "to": "ben", "chips": 50_000, "match": "mnow"}
    dumped = [Hit("chip_dump", ("ana", "ben"), "chips:mnow", seen)]
    assert judged(("ana", CHIPS, 0), ("ana", CHIPS, DAY_MS - 1)) == dumped
    assert judged(("ana", CHIPS, 0), ("ana", CHIPS, DAY_MS)) == []
    assert judged(("ana", CHIPS, 0), ("ana", CHIPS, 5), ("ben", 1, 6)) == []
    assert judged(("ben", 1, 0), ("ana", CHIPS, 5), ("ana", CHIPS + 1, 6)) == dumped
    assert judged(("ana", CHIPS, 0), ("ana", CHIPS, 5), ("ben", 2 * CHIPS, 6)) == []


def test_hours_are_those_within_the_day() -> None:
    def seated(*hours: tuple[int, int]) -> list[Hit]:
        rows = [row("seated", ago or "now", ago * HOUR_MS, total=long * HOUR_MS) for ago, long in hours]
        return at_now(windows.hours(rows))

    assert seated((0, 10), (10, 10)) == [Hit("bot", ("ana",), "hours:mnow", {"seated_hours": 20.0})]
    assert seated((0, 10), (11, 9)) == []
    assert seated((0, 5), (9, 16)) == [Hit("bot", ("ana",), "hours:mnow", {"seated_hours": 20.0})], "one before the day"
    assert seated((0, 5), (10, 16)) == []
    assert seated((0, 30)) == [Hit("bot", ("ana",), "hours:mnow", {"seated_hours": 24.0})]


def test_decisions_of_a_day_are_counted_and_spread_together() -> None:
    def decided(ago_ms: int, about: str = "now") -> Observation:
        return row("decided", about, ago_ms, count=100, total=100_000, squares=100_000_000)

    seen = {"decisions": 200, "deviation_ms": 0.0, "match": "mnow"}
    assert at_now(windows.decisions([decided(0), decided(DAY_MS - 1, "then")])) == [
        Hit("bot", ("ana",), "decisions:mnow", seen)
    ]
    assert at_now(windows.decisions([decided(0), decided(DAY_MS, "then")])) == []


def test_what_analysed_decisions_lose_is_added_up_over_thirty_days() -> None:
    def appraised(ago_ms: int, lost: int, about: str = "now") -> Observation:
        return row("appraised", about, ago_ms, count=300, total=lost)

    seen = {"decisions": 600, "error_thousandths": 9.5, "match": "mnow"}
    assert at_now(windows.appraised([appraised(0, 3_000), appraised(MONTH_MS - 1, 2_700, "then")])) == [
        Hit("engine", ("ana",), "appraised:mnow", seen)
    ]
    assert at_now(windows.appraised([appraised(0, 3_001), appraised(5, 3_000, "then")])) == []
    assert at_now(windows.appraised([appraised(0, 3_000), appraised(MONTH_MS, 2_700, "then")])) == []


@pytest.mark.parametrize(("kind", "least"), [("left_early", 5), ("replaced_and_won", 3)])
def test_departures_of_a_week_are_counted_by_kind(kind: str, least: int) -> None:
    other = "replaced_and_won" if kind == "left_early" else "left_early"
    before = [*many(least - 1, kind, ago_ms=WEEK_MS - 1), row(other, "x", 9), row(kind, "old", WEEK_MS)]
    (hit,) = at_now(windows.departures([*before, row(kind, "now")]))
    assert hit == Hit(
        "deserter",
        ("ana",),
        "departures:mnow",
        {"left_early": 0, "replaced_and_won": 0} | {kind: least, other: 1} | {"match": "mnow"},
    )
    assert at_now(windows.departures([*before[1:], row(kind, "now")])) == []


def test_listed_words_are_counted_for_ten_minutes() -> None:
    (hit,) = windows.words([*many(2, "words", ago_ms=WORDS_MS - 1), row("words", "now")])
    assert hit == Hit("chat", ("ana",), "words:mnow", {"messages": 3})
    assert list(windows.words([*many(2, "words", ago_ms=WORDS_MS), row("words", "now")])) == []


@pytest.mark.parametrize(
    ("kind", "name", "least"),
    [
        ("refused:seated_together", "messages_at_table", 5),
        ("refused:unwanted", "messages_unwanted", 10),
        ("refused:muted", "messages_muted", 20),
        ("refused:limit", "messages_over_limits", 20),
    ],
)
def test_refused_messages_of_a_day_are_counted_by_cause(kind: str, name: str, least: int) -> None:
    nothing = {"messages_at_table": 0, "messages_unwanted": 0, "messages_muted": 0, "messages_over_limits": 0}
    before = many(least - 1, kind, ago_ms=DAY_MS - 1, other="ben")
    (hit,) = windows.refused([*before, row(kind, "now", other="ben")])
    readers = {"unwanted_readers": 1 if kind == "refused:unwanted" else 0}
    assert hit == Hit("messages", ("ana",), f"{kind}:ben:mnow", nothing | readers | {name: least})
    assert list(windows.refused(before)) == []
    others = [row(kind, "old", DAY_MS), *many(least, "refused:else", ago_ms=1)]
    assert at_now(windows.refused([*before[1:], *others, row(kind, "now")])) == []


def test_readers_that_do_not_want_the_writer_are_counted_once_each() -> None:
    def written(*readers: str) -> list[Hit]:
        return list(windows.refused([row("refused:unwanted", n, other=reader) for n, reader in enumerate(readers)]))

    assert written("ben", "eva", "ben", "eva") == []
    assert {hit.seen["unwanted_readers"] for hit in written("ben", "eva", "zoe")} == {3}
    assert list(windows.refused([row("refused:muted", n, other=f"p{n}") for n in range(3)])) == []


def test_accounts_of_one_device_are_counted_for_thirty_days() -> None:
    def used(account: str, ago_ms: int = 0) -> Observation:
        return row("device", account, ago_ms, account, "a device's own name")

    seen = {"device": "a device's o", "newest": "ben"}
    of = "device:a device's own name:ben:mben"
    assert list(windows.devices([used("ana", MONTH_MS - 1), used("ben")])) == [
        Hit("multi_account", ("ana", "ben"), of, seen)
    ]
    assert list(windows.devices([used("ana", MONTH_MS), used("ben")])) == []
    assert list(windows.devices([used("ana", 1), used("ana")])) == []


def test_lines_of_partners_are_counted_for_a_day() -> None:
    lines = [*many(2, "hand_talk", ago_ms=DAY_MS - 1), row("hand_talk", "now")]
    assert list(windows.talk("eva", "ana", lines)) == [
        Hit("collusion", ("ana", "eva"), "talk:mnow", {"hand_talk_lines": 3})
    ]
    assert list(windows.talk("eva", "ana", [*many(2, "hand_talk", ago_ms=DAY_MS), row("hand_talk", "now")])) == []


def test_only_the_last_fifty_individual_matches_are_looked_at() -> None:
    rows = [row("individual", number, 100 - number) for number in range(51)]
    shared = {f"m{number}": ["ana", "ben"] for number in range(21, 51)}
    seen = {"matches": 50, "together": 30}
    assert list(windows.meetings(rows, shared)) == [Hit("collusion", ("ana", "ben"), "meetings:ana:m50", seen)]
    earlier = {f"m{number}": ["ben", "ana"] for number in range(30)}
    assert [hit.of for hit in windows.meetings(rows, earlier)] == ["meetings:ana:m49"]
    assert list(windows.meetings(rows[:49], earlier)) == []
    assert list(windows.meetings(rows[1:], shared)) == [Hit("collusion", ("ana", "ben"), "meetings:ana:m50", seen)]


def test_an_opponent_in_half_of_the_games_of_a_competition_is_judged_at_each_game() -> None:
    games = [row("games:c", number, 100 - number) for number in range(6)]
    versus = [row("versus:c", number, 100 - number, other="ben") for number in (0, 1, 5)]
    (hit,) = windows.opponents("c", [*versus, *games])
    seen = {"competition": "c", "games": 6, "against": 3}
    assert hit == Hit("collusion", ("ana", "ben"), "opponents:ana:m5", seen)
    assert list(windows.opponents("c", [*versus[:2], *games])) == []
    often = [row("versus:c", number, 100 - number, other="ben") for number in range(4)]
    assert [hit.seen["games"] for hit in windows.opponents("c", [*games, *often])] == [5, 6]


def test_a_friend_is_captive_if_the_first_twenty_matches_were_all_with_the_inviter() -> None:
    first = [f"m{number}" for number in range(25)]
    assert list(windows.captive("eva", "ana", first, first[:20])) == [
        Hit("multi_account", ("ana", "eva"), "friend", {"matches": 20, "with_inviter": 20})
    ]
    assert list(windows.captive("eva", "ana", first, [*first[:19], *first[20:]])) == []
    assert list(windows.captive("eva", "ana", first[:19], first)) == []
