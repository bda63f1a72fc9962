"""Accounts as other services report them: exclusion from prizes, erasure, export (RULES.md §2, §3;
services/lobby/RULES.md §7)."""
