"""Detection signals: services/moderation/RULES.md §7."""

import pytest

from services.moderation.signals import rules as signals


def steady(times_ms):
    return signals.even_spread(signals.Spread.of(times_ms))


@pytest.mark.parametrize(
    ("quiet", "raised"),
    [
        (signals.chip_dump(49_999), signals.chip_dump(50_000)),
        (signals.shared_matches(50, 29), signals.shared_matches(50, 30)),
        (signals.shared_matches(49, 49), signals.shared_matches(50, 50)),
        (signals.one_opponent(4, 4), signals.one_opponent(5, 3)),
        (signals.one_opponent(6, 2), signals.one_opponent(6, 3)),
        (signals.hand_talk(2), signals.hand_talk(3)),
        (signals.shared_device({"ana"}), signals.shared_device({"ana", "ben"})),
        (signals.captive_friend(19, 19), signals.captive_friend(20, 20)),
        (signals.captive_friend(20, 19), signals.captive_friend(20, 20)),
        (steady([1000] * 199), steady([1000] * 200)),
        (
            steady([1000, 1160] * 100),
            steady([1000, 1158] * 100),
        ),
        (signals.sleepless(19.9), signals.sleepless(20)),
        (signals.deserter(4, 2), signals.deserter(5, 0)),
        (signals.deserter(0, 2), signals.deserter(0, 3)),
        (signals.reconnect_abuse(5), signals.reconnect_abuse(6)),
        (signals.chat(2, 4), signals.chat(3, 0)),
        (signals.chat(0, 4), signals.chat(0, 5)),
        (signals.engine(599, 0), signals.engine(600, 6_000)),
        (signals.engine(600, 6_001), signals.engine(601, 6_001)),
        (signals.table_talk(4), signals.table_talk(5)),
        (signals.unwanted(9, 2), signals.unwanted(10, 1)),
        (signals.unwanted(2, 2), signals.unwanted(3, 3)),
        (signals.unheard(19, 19), signals.unheard(20, 0)),
        (signals.unheard(19, 19), signals.unheard(0, 20)),
        (signals.protocol(9), signals.protocol(10)),
    ],
)
def test_a_signal_is_raised_at_its_threshold_and_not_under_it(quiet, raised):
    assert (quiet, raised) == (False, True)


@pytest.mark.parametrize(
    ("rule", "least"),
    [
        (signals.chip_dump, 50_000),
        (signals.hand_talk, 3),
        (signals.sleepless, 20),
        (signals.reconnect_abuse, 6),
        (signals.table_talk, 5),
        (signals.protocol, 10),
        (lambda together: signals.shared_matches(50, together), 30),
        (lambda together: signals.shared_matches(60, together), 36),
        (lambda together: signals.shared_matches(170, together), 102),
        (lambda matches: signals.shared_matches(matches, matches), 50),
        (lambda against: signals.one_opponent(5, against), 3),
        (lambda against: signals.one_opponent(6, against), 3),
        (lambda against: signals.one_opponent(41, against), 21),
        (lambda early: signals.deserter(early, 0), 5),
        (lambda replaced: signals.deserter(0, replaced), 3),
        (lambda messages: signals.chat(messages, 0), 3),
        (lambda reporters: signals.chat(0, reporters), 5),
        (lambda messages: signals.unwanted(messages, 0), 10),
        (lambda readers: signals.unwanted(0, readers), 3),
        (lambda muted: signals.unheard(muted, 0), 20),
        (lambda over_limits: signals.unheard(0, over_limits), 20),
        (lambda decisions: signals.engine(decisions, 0), 600),
        (lambda devices: signals.shared_device([f"p{number}" for number in range(devices)]), 2),
        (lambda games: signals.captive_friend(games, games), 20),
        (lambda decisions: signals.even_spread(signals.Spread.of([1000] * decisions)), 200),
    ],
)
def test_a_threshold_is_reached_by_its_number_exactly_and_by_one_more(rule, least):
    assert [rule(0), rule(least - 1), rule(least), rule(least + 1)] == [False, False, True, True]


@pytest.mark.parametrize(("decisions", "most"), [(600, 6_000), (601, 6_010), (5_000, 50_000)])
def test_play_is_a_programs_that_loses_ten_thousandths_a_decision_or_less(decisions, most):
    assert [signals.engine(decisions, lost) for lost in (0, most - 1, most, most + 1)] == [True, True, True, False]


def test_a_friend_that_also_plays_with_others_is_not_captive():
    assert [signals.captive_friend(21, together) for together in (0, 19, 20, 21)] == [False, False, False, True]


def test_times_are_even_when_they_deviate_by_less_than_80_ms():
    def deviating(by_ms):
        return signals.even_spread(signals.Spread.of([1000 - by_ms, 1000 + by_ms] * 100))

    assert [deviating(by_ms) for by_ms in (79, 80, 81)] == [True, False, False]


@pytest.mark.parametrize(
    ("times", "deviation"), [([], 0.0), ([7], 0.0), ([3, 5], 1.0), ([2, 4, 4, 4, 5, 5, 7, 9], 2.0), ([0, 300], 150.0)]
)
def test_the_deviation_is_that_of_the_whole_population(times, deviation):
    assert signals.Spread.of(times).deviation == deviation
