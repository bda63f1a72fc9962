"""Chip packs bought for money: paid, taken back, disputed, owed (RULES.md §8)."""
