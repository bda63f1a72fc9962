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
        (signals.protocol(9), signals.protocol(10)),
    ],
)
def test_a_signal_is_raised_at_its_threshold_and_not_under_it(quiet, raised):
    assert (quiet, raised) == (False, True)
