"""Dice and deals in public: what all finished matches have drawn, counted by day and tested (RULES.md §22)."""
