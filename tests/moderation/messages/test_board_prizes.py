"""Winners of leaderboards are notified of their prizes (services/ranking/RULES.md §2)."""

from services.contracts.moderation.messages import ListMessages
from services.contracts.ranking.boards import BoardPrizesPaid, Prize
from tests.moderation.moderation import Moderation


def test_each_winner_is_notified_once_of_board_period_place_and_chips(moderation: Moderation) -> None:
    paid = BoardPrizesPaid(
        board="weekly:all",
        period="2027-W10",
        prizes=[Prize(account="ana", place=2, chips=25_000)],
        refused={"ben": "x"},
    )

    moderation.hear("on_board_prizes_paid", paid)
    moderation.hear("on_board_prizes_paid", paid)

    (message,) = moderation.ask(ListMessages(account="ana")).messages
    assert (message.kind, message.code) == ("notice", "board_prize")
    assert message.params == {"board": "weekly:all", "period": "2027-W10", "place": 2, "chips": 25_000}
    assert moderation.ask(ListMessages(account="ben")).messages == []


def test_a_board_of_its_own_is_called_by_its_title(moderation: Moderation) -> None:
    paid = BoardPrizesPaid(
        board="anoixi-2027",
        period="2027-03-01",
        prizes=[Prize(account="ana", place=1, chips=500)],
        refused={},
        title="Άνοιξη 2027",
    )
    moderation.hear("on_board_prizes_paid", paid)
    (message,) = moderation.ask(ListMessages(account="ana")).messages
    assert message.params["board"] == "Άνοιξη 2027" and "Άνοιξη 2027" in message.body
