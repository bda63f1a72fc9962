"""Which gateways are alive."""

import pytest

from services.contracts.tables.deliveries import GatewayBeat
from services.lobby.presence.gateways import Gateways
from services.platform.process.json import encode
from services.platform.process.settings import CommonSettings


class Watch:
    """A watch that a test moves, and gateways whose heartbeats it receives."""

    def __init__(self):
        self.now_s = 100.0
        self.known = []
        self.gateways = Gateways(CommonSettings(), 6_000, lambda: list(self.known), lambda: self.now_s)

    def beat(self, *gateways):
        self.gateways.on_beats(encode([GatewayBeat(each) for each in gateways]))

    def pass_time(self, seconds, *beating):
        """Half a second at a time, as the sweep does; answers who was found gone."""
        gone = []
        for _ in range(round(seconds * 2)):
            self.now_s += 0.5
            self.beat(*beating)
            gone += self.gateways.find_gone()
        return gone


@pytest.fixture
def watch():
    made = Watch()
    made.gateways.on_up()
    made.gateways.find_gone()
    return made


def test_a_gateway_silent_for_more_than_six_seconds_is_gone_once(watch):
    watch.beat("g1", "g2")
    assert watch.pass_time(6, "g2") == []
    assert watch.pass_time(0.5, "g2") == ["g1"]
    assert watch.pass_time(20, "g2") == []


def test_one_that_comes_back_is_watched_again(watch):
    watch.beat("g1")
    assert watch.pass_time(7) == ["g1"]
    assert watch.pass_time(10, "g1") == []
    assert watch.pass_time(7) == ["g1"]


def test_a_gateway_without_any_heartbeat_but_with_players_is_gone_too():
    watch = Watch()
    watch.known = ["dead"]
    watch.gateways.on_up()
    assert watch.pass_time(6.5) == []
    assert watch.pass_time(0.5) == ["dead"]


def test_no_gateway_is_gone_while_no_heartbeats_arrive_at_all(watch):
    watch.beat("g1")
    watch.gateways.on_down()
    assert watch.pass_time(60) == []
    watch.gateways.on_up()
    assert watch.pass_time(6) == [], "after a cut the time begins anew"
    assert watch.pass_time(1) == ["g1"]


def test_no_gateway_is_gone_because_the_lobby_was_halted(watch):
    watch.beat("g1")
    watch.now_s += 60
    assert watch.gateways.find_gone() == []
    assert watch.pass_time(6) == []
    assert watch.pass_time(0.5) == ["g1"]


def test_what_is_no_beat_is_ignored(watch):
    watch.gateways.on_beats(b"[[1]]")
    watch.gateways.on_beats(b"nonsense")
    assert watch.pass_time(10) == []


def test_the_players_of_a_gateway_that_beats_again_after_it_was_found_gone_come_back_once(watch):
    watch.beat("g1", "g2")
    assert watch.pass_time(7, "g2") == ["g1"]
    watch.gateways.lost("g1", ["ana", "ben"])
    assert watch.gateways.find_back() == []
    watch.beat("g1")
    assert watch.gateways.find_back() == ["ana", "ben"]
    watch.beat("g1")
    assert watch.gateways.find_back() == []


def test_of_many_gateways_found_gone_the_players_of_the_last_ones_are_remembered(watch):
    for number in range(21):
        watch.gateways.lost(f"g{number}", [f"player {number}"])
    watch.beat("g0", "g1", "g20")
    assert watch.gateways.find_back() == ["player 1", "player 20"]
