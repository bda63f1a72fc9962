"""Prizes of leaderboards, paid once each (RULES.md §2: `board_prize`)."""

from collections.abc import Sequence

from services.contracts.ranking.boards import BoardClosed, BoardPrizesPaid, Prize
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.wallet import metrics
from services.wallet.ledger import postings
from services.wallet.ledger.balance_updates import publish_chips
from services.wallet.ledger.batch_rows import post
from services.wallet.ledger.posting_batch import Posted


def pay_boards(work: Work, events: Sequence[BoardClosed]) -> None:
    """Pay the prizes of closed periods and publish the outcomes; a prize that the ledger refuses has the refusal's
    code.

    A repeated period pays nothing again, because of the idempotency keys, and is answered again.
    """
    answers: list[Posted | Refusal] = []
    for event in sorted(events, key=lambda each: (each.board, each.period)):
        wanted = [prize for prize in event.prizes if prize.chips > 0]
        batches = [postings.board_prize(event.board, event.period, each.account, each.chips) for each in wanted]
        found = post(work, batches)
        paid: list[Prize] = []
        refused: dict[str, str] = {}
        for prize, answer in zip(wanted, found, strict=True):
            if isinstance(answer, Refusal):
                refused[prize.account] = answer.error
                work.after(metrics.refusals.labels("board_prize", answer.error).inc)
            else:
                paid.append(prize)
        answers += found
        work.publish(BoardPrizesPaid(board=event.board, period=event.period, prizes=paid, refused=refused))
    publish_chips(work, answers)
