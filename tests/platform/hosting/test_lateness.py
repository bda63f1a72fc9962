"""Whether requests have expired, though clocks differ (services/platform/hosting/rpc.py)."""

from hypothesis import given
from hypothesis import strategies as st

from services.platform.hosting.rpc import Lateness

TIMEOUT_MS = 5_000.0
MINUTE_MS = 60_000.0


class Clocks:
    """A sender's clock that is `ahead_ms` of ours."""

    def __init__(self, ahead_ms: float = 0.0, lateness: Lateness | None = None) -> None:
        self.ahead_ms = ahead_ms
        self.now_ms = 1_000_000.0
        self.lateness = lateness or Lateness()

    def arrives(self, took_ms: float, sender: str = "gateway", after_ms: float = 1_000.0) -> bool:
        """A request arrives so long after it was sent; whether it has expired."""
        self.now_ms += after_ms
        deadline_ms = self.now_ms - took_ms + self.ahead_ms + TIMEOUT_MS
        return self.lateness.has_expired(sender, deadline_ms, TIMEOUT_MS, self.now_ms, self.now_ms / 1000)


def test_by_clocks_that_agree_a_request_expires_when_its_time_is_over() -> None:
    clocks = Clocks()
    assert [clocks.arrives(took_ms) for took_ms in (0.0, 4_999.0, 5_100.0, 10.0)] == [False, False, True, False]


def test_the_first_request_of_a_sender_expires_by_the_clocks_as_they_are() -> None:
    assert Clocks().arrives(5_001.0)
    assert not Clocks().arrives(4_999.0)


@given(st.floats(-10 * MINUTE_MS, 10 * MINUTE_MS), st.lists(st.floats(0.0, 4_000.0), min_size=1, max_size=20))
def test_however_far_apart_two_clocks_are_requests_in_time_are_carried_out(
    ahead_ms: float, took_ms: list[float]
) -> None:
    clocks = Clocks(ahead_ms)
    clocks.arrives(0.0)
    assert not any(clocks.arrives(each) for each in took_ms)


@given(st.floats(-10 * MINUTE_MS, 10 * MINUTE_MS), st.floats(5_500.0, 5 * MINUTE_MS))
def test_however_far_apart_two_clocks_are_a_request_that_waited_too_long_expires(
    ahead_ms: float, took_ms: float
) -> None:
    clocks = Clocks(ahead_ms)
    clocks.arrives(0.0)
    clocks.arrives(20.0)
    assert clocks.arrives(took_ms, after_ms=took_ms)


def test_a_clock_that_is_put_right_costs_requests_for_twenty_seconds_at_the_most() -> None:
    clocks = Clocks(3 * MINUTE_MS)
    for _ in range(30):
        clocks.arrives(10.0)
    clocks.ahead_ms = 0.0
    expired = [clocks.arrives(10.0) for _ in range(40)]
    assert not any(expired[23:])


def test_a_process_that_hung_drops_what_waited_for_it_and_carries_out_what_comes_then() -> None:
    clocks = Clocks(-2 * MINUTE_MS)
    for _ in range(5):
        clocks.arrives(10.0)
    assert clocks.arrives(50_000.0, after_ms=MINUTE_MS)
    assert clocks.arrives(40_000.0, after_ms=0.0)
    assert not clocks.arrives(10.0, after_ms=0.0)


def test_senders_are_known_apart() -> None:
    clocks = Clocks(3 * MINUTE_MS)
    clocks.arrives(0.0)
    other = Clocks(0.0, clocks.lateness)
    assert not other.arrives(10.0, "lobby")
    assert other.arrives(5_100.0, "lobby")


def test_of_many_senders_the_one_silent_for_longest_is_forgotten() -> None:
    clocks = Clocks(-3 * MINUTE_MS)
    assert clocks.arrives(0.0, "gateway")
    assert not clocks.arrives(0.0, "gateway")
    for number in range(1_000):
        clocks.arrives(0.0, f"other {number}", after_ms=0.0)
    assert clocks.arrives(0.0, "gateway")
