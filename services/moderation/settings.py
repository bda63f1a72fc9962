"""The operator's settings of moderation (RULES.md §1), read from `KAFENEIO_<NAME>`."""

import msgspec

from services.moderation.cards import CardSettings


class ModerationSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Each with the default of the rules."""

    card_expiry_days: int = 0
    """After how many days an active card has lost its force; 0: never."""

    @property
    def cards(self) -> CardSettings:
        """The numbers as the rules take them."""
        return CardSettings(card_expiry_days=self.card_expiry_days)
