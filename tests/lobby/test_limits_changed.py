"""Operators change limits of messages, invitations and companies while the lobby runs (services/moderation/RULES.md
§13): the next command counts by them, and what there is stays."""

from typing import Any

import msgspec
import pytest

from services.contracts.lobby.people import companies as contract
from services.contracts.lobby.people.calls import CallFriend
from services.contracts.moderation import orders
from services.kernel.operator_settings import RULES
from services.kernel.refusal import Refusal
from services.lobby.calls import use_cases as calls
from services.lobby.settings import LobbySettings
from services.platform.operations.live_settings import LiveSettings, settings_ordered
from tests.lobby.companies.people import act, found, grown_up
from tests.lobby.local_lobby import LocalLobby
from tests.lobby.messages.talk import befriend, write

LIMITS = (
    *("message_keep_days", "messages_day_max", "conversations_day_max", "newcomer_days"),
    *("newcomer_messages_day_max", "newcomer_conversations_day_max", "calls_max"),
    *("company_members_max", "company_candidates_max", "companies_founded_max", "companies_joined_max"),
)


class Operator:
    """Orders settings as the console does."""

    def __init__(self, lobby: LocalLobby) -> None:
        self.lobby, self.number = lobby, 0
        usual = LobbySettings(hall_counts_age_ms=0)
        self.live = LiveSettings("lobby", usual, lambda settings: lobby.set(**msgspec.structs.asdict(settings)))

    def order(self, name: str, value: Any) -> None:
        self.number += 1
        placed = orders.OrderPlaced(
            order=f"o{self.number}",
            by="olga",
            reason="a crowd has come",
            operation=orders.ChangeSetting(name=name, value=value),
            seq=self.number,
        )
        with self.lobby.database.work() as work:
            settings_ordered(work, self.live, [placed])


@pytest.mark.parametrize("name", LIMITS)
def test_a_limit_is_the_lobby_s_to_change_and_its_usual_value_is_within_the_bounds(name: str) -> None:
    rule = RULES[name]
    assert rule.owners == ("lobby",)
    assert rule.min <= getattr(LobbySettings(), name) <= rule.max


def test_the_next_message_counts_by_the_new_limit(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    befriend(lobby, ana, ben)
    operator = Operator(lobby)
    assert not isinstance(write(lobby, ana, ben), Refusal)
    operator.order("newcomer_messages_day_max", 1)
    assert write(lobby, ana, ben).error == "message_rate"
    operator.order("newcomer_days", 0)
    assert not isinstance(write(lobby, ana, ben), Refusal)


def test_the_next_invitation_counts_by_the_new_limit_and_those_that_wait_stay(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")

    def call() -> Any:
        return calls.call_friend(lobby.ports, CallFriend(account=ana.account, friend=None, game="tictactoe"))

    made = [call(), call()]
    operator = Operator(lobby)
    operator.order("calls_max", 1)
    assert call() == Refusal("call_limit", {"most": 1})
    operator.order("calls_max", 3)
    assert call().state == "waiting"
    assert {each.state for each in made} == {"waiting"}


def test_the_next_company_counts_by_the_new_limits_and_members_stay(lobby: LocalLobby) -> None:
    ana, ben, eva = grown_up(lobby, "Ana", "Ben", "Eva")
    company = found(lobby, ana, "One", "open")
    company.join(ben)
    operator = Operator(lobby)
    operator.order("company_members_max", 2)
    assert company.join(eva) == "company_full"
    operator.order("companies_founded_max", 1)
    assert act(lobby, ana, contract.FoundCompany, name="Two") == "company_found_limit"
    operator.order("company_candidates_max", 1)
    operator.order("company_members_max", 3)
    assert company.invite(ana, "Eva") != "company_invitation_limit"
    assert len(company.roles(ana)) == 2
