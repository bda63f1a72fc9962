"""The options of a game that the platform sets and no organizer chooses; they are frozen when a match begins."""

HOUSE_OPTIONS = ("house_min_main", "house_min_side", "house_max_round", "shoe_packs")
"""Platform options of house-banked games: the limits on bets (services/wallet/RULES.md §6) and the packs of a shoe."""
PLATFORM_OPTIONS = frozenset({"ratings", "on_timeout", *HOUSE_OPTIONS})
"""All platform options."""
