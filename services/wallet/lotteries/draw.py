"""A ticket's draw: committed before, revealed after (RULES.md §9, services/tables/RULES.md §14)."""

from services.kernel.fair import Stream, deal_key, join_seeds
from services.wallet.lotteries.rules import DRAWS

PURPOSE = "lottery"


def draw(root: bytes, ticket: str, seed: str | None) -> int:
    """The draw 0 … 9999 of a ticket, from the platform's root and the buyer's seed (None: zeros)."""
    return Stream(root, deal_key(root, ticket, 1), PURPOSE, join_seeds([seed])).below(DRAWS)
