"""Who may count against whom, by what is known of persons: services/ranking/RULES.md §1, §2."""

import pytest

from services.kernel.clock import DAY_MS
from services.kernel.persons.known import Key, Known
from services.ranking.boards.fairness import Meeting, are_connected, met_enough, must_not_count, unproven, why_unrated
from services.ranking.boards.rules import BoardSettings

BOARDS = BoardSettings()


def known(first_ms: int = 0, **keys: str) -> Known:
    """Somebody with these keys, known from a moment on: `device="d"`."""
    return Known(all_keys=tuple(Key(kind, key, first_ms) for kind, key in keys.items()))


def met(opponent: str, at_ms: int, match: str = "") -> Meeting:
    return Meeting(match or f"m{at_ms}", opponent, at_ms)


def test_a_match_of_one_person_with_two_accounts_is_unrated_from_when_that_is_known() -> None:
    persons = {"ana": known(device="d"), "ben": known(100, device="d"), "eva": known(device="e")}
    assert why_unrated(["ana", "eva", "ben"], persons, 100, [], 3) == "same_person"
    assert why_unrated(["ana", "eva", "ben"], persons, 99, [], 3) == ""
    assert why_unrated(["ana", "eva"], persons, 100, [], 3) == ""
    assert why_unrated(["ana", "nobody"], {}, 100, [], 3) == ""
    same_network = {"ana": known(network="n"), "ben": known(network="n")}
    assert why_unrated(["ana", "ben"], same_network, 100, [], 3) == ""


@pytest.mark.parametrize(
    ("friendly_met", "why"),
    [([], ""), ([2], ""), ([3], "pair_limit"), ([4], "pair_limit"), ([0, 3], "pair_limit"), ([2, 2], "")],
)
def test_two_players_have_so_many_rated_friendly_matches_a_day_and_no_more(friendly_met, why) -> None:
    assert why_unrated(["ana", "ben"], {}, 0, friendly_met, 3) == why


def test_accounts_are_connected_by_what_a_household_shares() -> None:
    persons = {"ana": known(network="n"), "ben": known(network="n", device="d"), "eva": known(device="d")}
    assert are_connected("ana", "ben", persons) and are_connected("ben", "eva", persons)
    assert not are_connected("ana", "eva", persons)
    assert not are_connected("ana", "nobody", persons)


def test_matches_against_the_own_household_do_not_count_and_of_another_only_the_earliest_five() -> None:
    persons = {
        "ana": known(network="n"),
        "ben": known(network="n"),
        "eva": known(network="x"),
        "zoe": known(network="x"),
    }
    own = [met("ben", 50)]
    others = [met("eva" if at_ms % 2 else "zoe", at_ms) for at_ms in (6, 5, 4, 3, 2, 1)]
    assert must_not_count("ana", own + others, persons, BOARDS) == {"m50", "m6"}
    assert must_not_count("ana", others[1:], persons, BOARDS) == set()
    apart = {**persons, "zoe": known(network="y")}
    assert must_not_count("ana", others, apart, BOARDS) == set()
    at_once = [met("eva", 7, match) for match in "fedcba"]
    assert must_not_count("ana", at_once, persons, BOARDS) == {"f"}


def test_an_opponent_that_was_a_week_old_and_confirmed_at_its_end_proves_a_match() -> None:
    def proven(person: Known, at_ms: int, settings: BoardSettings = BOARDS) -> bool:
        return not unproven([met("ben", at_ms)], {"ben": person}, settings)

    confirmed = Known(created_at_ms=1_000, confirmed_at_ms=1)
    assert not proven(confirmed, 1_000 + 7 * DAY_MS - 1)
    assert proven(confirmed, 1_000 + 7 * DAY_MS)
    assert not proven(Known(created_at_ms=1_000), 1_000 + 7 * DAY_MS)
    assert proven(Known(created_at_ms=1_000), 1_000 + 7 * DAY_MS, BoardSettings(need_email=False))
    assert proven(confirmed, 1_000 + 2 * DAY_MS, BoardSettings(min_age_days=2))
    assert unproven([met("nobody", 5), met("nobody", 6)], {}, BOARDS) == {"m5", "m6"}


@pytest.mark.parametrize(("needed", "enough"), [(0, True), (1, True), (2, True), (3, False)])
def test_opponents_are_counted_by_household(needed: int, enough: bool) -> None:
    persons = {"ben": known(device="d"), "eva": known(device="d"), "zoe": known(device="z")}
    meetings = [met("ben", 1), met("eva", 2), met("zoe", 3), met("zoe", 4)]
    assert met_enough(meetings, persons, needed) == enough
