"""What the wallet knows of players and of the persons behind accounts; frozen chips of blocked accounts (RULES.md
§6, §11)."""
