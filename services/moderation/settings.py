"""The operator's settings of moderation (RULES.md §1), read from `KAFENEIO_<NAME>`."""

from typing import Annotated

import msgspec

from services.moderation.cards.rules import DEFAULTS, CardSettings


class ModerationSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Each with the default of the rules."""

    yellow_limit: Annotated[int, msgspec.Meta(ge=1)] = DEFAULTS.yellow_limit
    """So many active yellow cards are a suspension."""
    yellow_days: Annotated[int, msgspec.Meta(ge=1)] = DEFAULTS.yellow_days
    """For so many times 24 hours."""
    blue_limit: Annotated[int, msgspec.Meta(ge=1)] = DEFAULTS.blue_limit
    """So many active blue cards are a suspension."""
    blue_days: Annotated[int, msgspec.Meta(ge=1)] = DEFAULTS.blue_days
    """For so many times 24 hours."""
    red_months: Annotated[int, msgspec.Meta(ge=1)] = DEFAULTS.red_months
    """A red card suspends for so many calendar months."""
    card_expiry_days: int = 0
    """After how many days an active card has lost its force; 0: never."""

    webhooks_max: Annotated[int, msgspec.Meta(ge=0)] = 50
    """Webhooks of all other systems together (RULES.md §16)."""
    webhooks_of_owner_max: Annotated[int, msgspec.Meta(ge=0)] = 10
    """Webhooks of one caller."""
    webhook_own_hosts: list[str] = []
    """Names of servers of the operator's own, which webhooks may reach at private addresses, at other ports and without
    TLS."""

    @property
    def cards(self) -> CardSettings:
        """The numbers as the rules take them."""
        return CardSettings(
            yellow_limit=self.yellow_limit,
            yellow_days=self.yellow_days,
            blue_limit=self.blue_limit,
            blue_days=self.blue_days,
            red_months=self.red_months,
            card_expiry_days=self.card_expiry_days,
        )
