"""Operations that the lobby decides: accounts, access to them, friends and blocks, searches for a game, visits."""
