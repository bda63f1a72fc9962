"""Publishing players' balances after they have changed."""

from collections.abc import Iterable

from services.contracts.wallet.balances import ChipsChanged
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.wallet.ledger.accounts import is_player, player, player_id
from services.wallet.ledger.last_transfer_rows import last_transfers
from services.wallet.ledger.posting_batch import Posted


def players(posted: Posted) -> dict[str, int]:
    """The chips of the players that a batch touched, by account id."""
    return {player_id(name): chips for name, chips in posted.balances.items() if is_player(name)}


def publish_chips(work: Work, answers: Iterable[Posted | Refusal]) -> None:
    """Publish one event for all balances that these batches have changed; a replayed batch has changed none."""
    chips: dict[str, int] = {}
    for answer in answers:
        if isinstance(answer, Posted) and not answer.replayed:
            chips |= players(answer)
    if chips:
        publish_balances(work, chips)


def publish_balances(work: Work, chips: dict[str, int]) -> None:
    """Account → chips now, of accounts that are locked or new."""
    seqs = last_transfers(work, [player(account) for account in chips])
    work.publish(ChipsChanged(chips=chips, seqs={account: seqs[player(account)] for account in chips}))
