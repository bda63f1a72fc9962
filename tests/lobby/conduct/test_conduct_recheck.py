"""A suspension that cannot be asked for keeps from chips, not from the door: services/lobby/RULES.md §1."""

from services.contracts.moderation.conduct import Conduct, GetConduct, Suspension
from services.kernel.refusal import Refusal
from services.lobby.conduct.standings import check_standing
from tests.lobby.tables.test_house_banked import casino, sit

__all__ = ["casino"]

AWAY = Refusal("service_unavailable")


def conduct(suspension=None):
    return lambda asked: Conduct(account=asked.account, cards={}, roles=[], suspension=suspension)


def come_in_while_moderation_is_away(lobby):
    lobby.register("Ana")
    lobby.wait(1)
    lobby.rpc.answers[GetConduct] = AWAY
    return lobby.connect(lobby.log_in("Ana"))


def test_a_player_cannot_play_for_chips_before_moderation_has_replied(lobby):
    ana = come_in_while_moderation_is_away(lobby)
    refused = lobby.create(ana)
    assert refused == Refusal("service_unavailable", {"service": "moderation"})
    lobby.rpc.answers[GetConduct] = conduct()
    assert not isinstance(lobby.create(ana), Refusal)
    asked = len(lobby.rpc.asked(GetConduct))
    lobby.rpc.answers[GetConduct] = AWAY
    assert len(lobby.rpc.asked(GetConduct)) == asked, "once it has answered it is not asked again"


def test_a_suspended_player_with_a_session_takes_no_seat_for_chips(lobby):
    ana = come_in_while_moderation_is_away(lobby)
    suspension = Suspension(colour="red", from_ms=0, until_ms=lobby.now_ms + 1_000_000, reason="insults")
    lobby.rpc.answers[GetConduct] = conduct(suspension)
    refused = lobby.create(ana)
    assert (refused.error, refused.detail) == ("account_suspended", {"account": ana.account})


def test_a_friendly_table_is_open_meanwhile(lobby):
    ana = come_in_while_moderation_is_away(lobby)
    assert not isinstance(lobby.create(ana, game="dominoes", stake_chips=0), Refusal)


def test_a_player_cannot_sit_down_at_a_house_banked_table_before_moderation_has_replied(casino):
    ana = come_in_while_moderation_is_away(casino)
    assert sit(casino, ana) == Refusal("service_unavailable", {"service": "moderation"})
    casino.rpc.answers[GetConduct] = conduct()
    assert not isinstance(sit(casino, ana), Refusal)


def test_a_player_cannot_spend_money_before_moderation_has_replied(lobby):
    ana = come_in_while_moderation_is_away(lobby)
    assert check_standing(lobby.ports, [ana.account]) == Refusal("service_unavailable", {"service": "moderation"})
    lobby.rpc.answers[GetConduct] = conduct(Suspension(colour="red", from_ms=0, until_ms=None, reason="insults"))
    assert check_standing(lobby.ports, [ana.account]) == Refusal("account_blocked", {"account": ana.account})
    lobby.rpc.answers[GetConduct] = conduct()
    assert check_standing(lobby.ports, [ana.account]) is None
