"""Removes the names of erased accounts from data that is stored as JSON."""

import re
from typing import Any

FORMER_PLAYER = "former player"
"""The text in place of the name. It has a space, so no account can have it."""


def forget(value: Any, account: str, called: str = "") -> Any:
    """Plain data in which this account has no name any more.

    A name stands beside the account (`{"account": …, "name": …}`) or under it (`{account: name}`). Where a name found
    so occurs as a word in another `name` (what somebody has called a table), it goes there too; `called` is another
    such name.
    """
    names = sorted(_names(value, account).union({called} - {""}))
    if not names:
        return value
    words = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names), re.IGNORECASE)
    return _without(value, account, words)


def _names(value: Any, account: str) -> set[str]:
    if isinstance(value, dict):
        own = value.get("name") if value.get("account") == account else None
        found = {name for name in (own, value.get(account)) if isinstance(name, str) and name}
        return found.union(*(_names(each, account) for each in value.values()))
    return set().union(*(_names(each, account) for each in value)) if isinstance(value, list) else set()


def _without(value: Any, account: str, words: re.Pattern[str]) -> Any:
    if isinstance(value, list):
        return [_without(each, account, words) for each in value]
    if not isinstance(value, dict):
        return value
    changed = {key: _without(each, account, words) for key, each in value.items()}
    if isinstance(changed.get(account), str):
        changed[account] = FORMER_PLAYER
    if isinstance(changed.get("name"), str):
        beside = changed.get("account") == account
        changed["name"] = FORMER_PLAYER if beside else words.sub(FORMER_PLAYER, changed["name"])
    return changed
