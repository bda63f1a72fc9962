"""Pictures of players: photos of their own, and avatars from the shop (RULES.md §1)."""
