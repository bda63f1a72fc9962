"""A suspension that cannot be asked for keeps from chips, not from the door: services/lobby/RULES.md §1."""

from services.contracts.moderation.conduct_and_messages import Conduct, GetConduct, Suspension
from services.kernel.refusal import Refusal
from services.lobby.conduct.standings import check_standing
from tests.lobby.tables.test_house_banked import casino, sit

__all__ = ["casino"]

AWAY = Refusal("service_unavailable")


def conduct(suspension=None):
    return lambda asked: Conduct(account=asked.account, cards={}, roles=[], suspension=suspension)


def come_in_while_moderation_is_away(house):
    house.register("Ana")
    house.wait(1)
    house.rpc.answers[GetConduct] = AWAY
    return house.connect(house.log_in("Ana"))


def test_a_player_cannot_play_for_chips_before_moderation_has_replied(house):
    ana = come_in_while_moderation_is_away(house)
    refused = house.create(ana)
    assert refused == Refusal("service_unavailable", {"service": "moderation"})
    house.rpc.answers[GetConduct] = conduct()
    assert not isinstance(house.create(ana), Refusal)
    asked = len(house.rpc.asked(GetConduct))
    house.rpc.answers[GetConduct] = AWAY
    assert len(house.rpc.asked(GetConduct)) == asked, "once it has answered it is not asked again"


def test_a_suspended_player_with_a_session_takes_no_seat_for_chips(house):
    ana = come_in_while_moderation_is_away(house)
    suspension = Suspension(colour="red", from_ms=0, until_ms=house.now_ms + 1_000_000, reason="insults")
    house.rpc.answers[GetConduct] = conduct(suspension)
    refused = house.create(ana)
    assert (refused.error, refused.detail) == ("account_suspended", {"account": ana.account})


def test_a_friendly_table_is_open_meanwhile(house):
    ana = come_in_while_moderation_is_away(house)
    assert not isinstance(house.create(ana, game="dominoes", stake_chips=0), Refusal)


def test_a_player_cannot_sit_down_at_a_house_banked_table_before_moderation_has_replied(casino):
    ana = come_in_while_moderation_is_away(casino)
    assert sit(casino, ana) == Refusal("service_unavailable", {"service": "moderation"})
    casino.rpc.answers[GetConduct] = conduct()
    assert not isinstance(sit(casino, ana), Refusal)


def test_a_player_cannot_spend_money_before_moderation_has_replied(house):
    ana = come_in_while_moderation_is_away(house)
    assert check_standing(house.ports, [ana.account]) == Refusal("service_unavailable", {"service": "moderation"})
    house.rpc.answers[GetConduct] = conduct(Suspension(colour="red", from_ms=0, until_ms=None, reason="insults"))
    assert check_standing(house.ports, [ana.account]) == Refusal("account_blocked", {"account": ana.account})
    house.rpc.answers[GetConduct] = conduct()
    assert check_standing(house.ports, [ana.account]) is None
