"""Events of house-banked rounds, as tables publishes them."""

from services.contracts.tables.rounds import RoundAsked, RoundEnded
from tests.support.services.process import REPLY_TO

GAME = "house_card"


def round_asked(round: str, guests: list[str] | None = None, **bets: int) -> RoundAsked:
    """A round whose bets are to be held; by account."""
    return RoundAsked(
        round=round, table=f"table-of-{round}", game=GAME, number=1, bets=bets,
        guests=sorted(bets) if guests is None else guests, reply_to=REPLY_TO,
    )  # fmt: skip


def round_ended(round: str, guests: list[str] | None = None, **credited: int) -> RoundEnded:
    """A round that gives back so much; by account."""
    return RoundEnded(
        round=round, table=f"table-of-{round}", game=GAME, number=1, credited=credited,
        guests=sorted(credited) if guests is None else guests, reply_to=REPLY_TO,
    )  # fmt: skip


def round_void(round: str) -> RoundEnded:
    """A round whose bets all go back."""
    return RoundEnded(
        round=round, table=f"table-of-{round}", game=GAME, number=1, credited=None, guests=[], reply_to=REPLY_TO
    )
