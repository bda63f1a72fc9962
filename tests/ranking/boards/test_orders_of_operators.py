"""Leaderboards that operators define and close by an order from the console (services/ranking/RULES.md §2)."""

from typing import Any

from services.contracts.moderation import orders
from services.contracts.ranking import boards as contract
from services.contracts.ranking.corrections import PreviewRatings
from services.kernel.refusal import Refusal
from tests.contracts.staff import ROLES, staff_requests
from tests.ranking.on_boards import DAY_MS, WEEKLY, after_the_week, fill, look
from tests.ranking.rankings import Ranking


def order(ranking: Ranking, operation: Any) -> Any:
    """What an operator's order is answered with: a refusal, or plain data."""
    entrypoint = "on_board_ordered" if isinstance(operation, orders.SaveBoard) else "on_closing_ordered"
    ranking.hear(entrypoint, orders.OrderPlaced(order="o", by="olga", reason="for a good reason", operation=operation))
    (answer,) = ranking.told_of(orders.OrderAnswered)
    return Refusal(answer.error, answer.detail) if answer.error else answer.detail


def test_each_request_of_staff_is_answered_to_the_roles_that_may(ranking: Ranking) -> None:
    for role in ROLES:
        requests = [
            contract.ListDefinitions(roles=[role]),
            PreviewRatings(roles=[role], match="m", result="void", accounts=[]),
        ]
        assert {type(each) for each in requests} == staff_requests("ranking")
        for request in requests:
            may = role in type(request).staff_roles
            assert (ranking.ask(request) == Refusal("forbidden")) == (not may), (role, request)


def test_a_board_is_defined_by_an_order_or_the_order_says_why_not(ranking: Ranking) -> None:
    now_ms = ranking.clock.now_ms()
    own = contract.BoardDefinition(board="spring", repeat="own", starts_at_ms=now_ms, ends_at_ms=now_ms + DAY_MS)
    assert order(ranking, orders.SaveBoard(definition=own))["board"] == "spring"
    wrong = contract.BoardDefinition(board="spring", repeat="own", starts_at_ms=now_ms, ends_at_ms=0)
    assert order(ranking, orders.SaveBoard(definition=wrong)).error == "board_invalid"


def test_a_period_is_closed_by_an_order_once_its_time_is_over(ranking: Ranking) -> None:
    fill(ranking, [(1500, 5, 10, 0)])
    by_hand = orders.CloseBoard(board=WEEKLY, period=look(ranking).period.period)
    assert order(ranking, by_hand).error == "board_not_closed"
    after_the_week(ranking)
    assert order(ranking, by_hand)["state"] == "closing"
    assert order(ranking, orders.CloseBoard(board="none", period="x")) == Refusal("board_unknown")


def own_board(ranking: Ranking, board: str, **more: Any) -> contract.BoardDefinition:
    now_ms = ranking.clock.now_ms()
    return contract.BoardDefinition(
        board=board, repeat="own", starts_at_ms=now_ms + DAY_MS, ends_at_ms=now_ms + 2 * DAY_MS, **more
    )


def test_a_new_board_changes_no_other_one_and_sent_again_it_is_the_same(ranking: Ranking) -> None:
    spring = own_board(ranking, "spring", title="Spring 2027")
    assert order(ranking, orders.SaveBoard(definition=spring, fresh=True))["title"] == "Spring 2027"
    assert order(ranking, orders.SaveBoard(definition=spring, fresh=True))["title"] == "Spring 2027"
    other = own_board(ranking, "spring", title="Spring 2028")
    assert order(ranking, orders.SaveBoard(definition=other, fresh=True)) == Refusal("board_taken", {"field": "board"})
    assert order(ranking, orders.SaveBoard(definition=other))["title"] == "Spring 2028"
    ranking.service.app.look_after_boards()
    weekly = contract.BoardDefinition(board=WEEKLY, repeat="weekly")
    assert order(ranking, orders.SaveBoard(definition=weekly, fresh=True)).error == "board_taken"


def test_a_title_has_three_to_sixty_signs(ranking: Ranking) -> None:
    wrong = Refusal("board_invalid", {"field": "title"})
    for length, is_right in ((2, False), (3, True), (60, True), (61, False)):
        board = own_board(ranking, f"board-{length}", title="Α" * length)
        assert (order(ranking, orders.SaveBoard(definition=board, fresh=True)) != wrong) == is_right


def test_no_two_boards_have_the_same_title(ranking: Ranking) -> None:
    order(ranking, orders.SaveBoard(definition=own_board(ranking, "spring", title="Άνοιξη 2027"), fresh=True))
    for title in ("Άνοιξη 2027", "άνοιξη 2027", "  Άνοιξη   2027 "):
        same = orders.SaveBoard(definition=own_board(ranking, "second", title=title), fresh=True)
        assert order(ranking, same) == Refusal("board_taken", {"field": "title"})
    listed = ranking.ask(contract.ListDefinitions(roles=["operator"])).definitions
    assert [each.title for each in listed if each.repeat == "own"] == ["Άνοιξη 2027"]


def test_a_title_is_of_a_board_of_its_own_and_neither_too_short_nor_too_long(ranking: Ranking) -> None:
    wrong = Refusal("board_invalid", {"field": "title"})
    for title in ("ab", "x" * 61):
        assert order(ranking, orders.SaveBoard(definition=own_board(ranking, "b", title=title))) == wrong
    weekly = contract.BoardDefinition(board="weekly:tavli:tichu", repeat="weekly", title="Two games")
    assert order(ranking, orders.SaveBoard(definition=weekly)) == wrong
    assert order(ranking, orders.SaveBoard(definition=own_board(ranking, "b", title="👩‍👩‍👧" * 40)))["board"] == "b"


def test_players_read_the_title_of_a_board_of_its_own(ranking: Ranking) -> None:
    now_ms = ranking.clock.now_ms()
    running = contract.BoardDefinition(
        board="spring", repeat="own", starts_at_ms=now_ms, ends_at_ms=now_ms + DAY_MS, title="Spring"
    )
    order(ranking, orders.SaveBoard(definition=running, fresh=True))
    ranking.service.app.look_after_boards()
    shown = {each.board: each.title for each in ranking.ask(contract.ListBoards()).boards}
    assert shown["spring"] == "Spring" and shown[WEEKLY] == ""
    renamed = contract.BoardDefinition(
        board="spring", repeat="own", starts_at_ms=now_ms, ends_at_ms=now_ms + DAY_MS, title="Summer"
    )
    assert order(ranking, orders.SaveBoard(definition=renamed)) == Refusal("board_frozen")
