"""The platform's part of a game's options: what no organizer chooses, frozen with the beginning of a match."""

HOUSE_OPTIONS = ("house_min_main", "house_min_side", "house_max_round", "shoe_packs")
"""What house-banked games are told: the limits on bets (services/wallet/RULES.md §6), and the packs of a shoe."""
PLATFORM_OPTIONS = frozenset({"ratings", "on_timeout", *HOUSE_OPTIONS})
"""Options that no organizer chooses."""
