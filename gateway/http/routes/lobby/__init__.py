"""Operations that the lobby decides: accounts, access to them, friends and blocks, companies, searches, visits."""
