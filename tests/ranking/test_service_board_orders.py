"""Leaderboards that operators define and close by an order (services/ranking/RULES.md §2)."""

from typing import Any

import msgspec
import pytest

from services.contracts import boards as contract
from services.contracts import orders
from services.kernel.refusal import Refusal
from tests.contracts.staff import ROLES, staff_requests
from tests.ranking.rankings import Ranking
from tests.ranking.test_service_boards import DAY_MS, MINUTE_MS, WEEKLY, after_the_week, fill, game, look, ratings


def own_board(ranking: Ranking, **how: Any) -> contract.BoardDefinition:
    now_ms = ranking.clock.now_ms()
    usual: dict[str, Any] = {"board": "spring", "repeat": "own", "games": ["tavli"], "prizes_chips": [500, 300]}
    return contract.BoardDefinition(**usual | {"starts_at_ms": now_ms, "ends_at_ms": now_ms + DAY_MS} | how)


def order(ranking: Ranking, operation: Any) -> Any:
    """What an operator's order is answered with: a refusal, or plain data."""
    entrypoint = "on_board_ordered" if isinstance(operation, orders.SaveBoard) else "on_closing_ordered"
    ranking.hear(entrypoint, orders.OrderPlaced(order="o", by="olga", reason="for a good reason", operation=operation))
    (answer,) = ranking.told_of(orders.OrderAnswered)
    return Refusal(answer.error, answer.detail) if answer.error else answer.detail


def save(ranking: Ranking, definition: contract.BoardDefinition) -> Any:
    found = order(ranking, orders.SaveBoard(definition=definition))
    return found if isinstance(found, Refusal) else msgspec.convert(found, contract.BoardDefinition)


def test_only_operators_see_definitions(ranking: Ranking) -> None:
    for role in ROLES:
        answer = ranking.ask(contract.ListDefinitions(roles=[role]))
        assert (answer == Refusal("forbidden")) == (role not in contract.ListDefinitions.staff_roles)
    assert staff_requests("ranking") == {contract.ListDefinitions}


def test_a_board_of_its_own_runs_from_its_start_to_its_end_once(ranking: Ranking) -> None:
    assert save(ranking, own_board(ranking)) == own_board(ranking)
    ranking.service.app.look_after_boards()
    ranking.finished(game(ranking, "m", "ana", "ben", game="tavli", ago_ms=0))

    assert sorted(ratings(ranking, "spring")) == ["ana", "ben"]
    ranking.clock.advance(DAY_MS + 6 * MINUTE_MS)
    ranking.service.app.look_after_boards()
    assert look(ranking, "spring").period.state == "closing"
    assert [each.chips for each in ranking.told_of(contract.BoardClosed)[0].prizes] == [500, 300]


def test_a_board_is_frozen_while_a_period_runs_but_may_be_ended(ranking: Ranking) -> None:
    save(ranking, own_board(ranking))
    ranking.service.app.look_after_boards()

    assert save(ranking, own_board(ranking, min_games=3)) == Refusal("board_frozen")
    assert save(ranking, own_board(ranking, active=False)).active is False


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"prizes_chips": [1, 2]}, "prizes_chips"),
        ({"games": []}, "games"),
        ({"ends_at_ms": 0}, "starts_at_ms"),
        ({"repeat": "weekly"}, "starts_at_ms"),
    ],
)
def test_a_definition_that_makes_no_sense_is_refused(ranking: Ranking, wrong: dict[str, Any], field: str) -> None:
    assert save(ranking, own_board(ranking, **wrong)) == Refusal("board_invalid", {"field": field})


def test_a_period_may_be_closed_by_hand_only_when_its_time_is_over(ranking: Ranking) -> None:
    fill(ranking, [(1500, 5, 10, 0)])
    week = look(ranking).period
    by_hand = orders.CloseBoard(board=WEEKLY, period=week.period)
    refused = order(ranking, by_hand)
    assert isinstance(refused, Refusal)
    assert refused.error == "board_not_closed"

    after_the_week(ranking)
    closed = orders.OrderPlaced(order="o", by="olga", reason="for a good reason", operation=by_hand)
    for _ in range(2):
        ranking.hear("on_closing_ordered", closed)
    told = ranking.told()
    answers = [each for each in told if isinstance(each, orders.OrderAnswered)]
    assert [each.detail["state"] for each in answers] == ["closing", "closing"]
    assert len([each for each in told if isinstance(each, contract.BoardClosed)]) == 1
    unknown = orders.CloseBoard(board="none", period=week.period)
    assert order(ranking, unknown) == Refusal("board_unknown")
