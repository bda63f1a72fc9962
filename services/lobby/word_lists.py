"""Words of the operator's lists in chat (services/moderation/RULES.md §7). A line with one of them is still shown."""

import re
import unicodedata
from collections.abc import Sequence


def find_listed(text: str, words: Sequence[str]) -> list[str]:
    """The words and phrases of the list that stand in the text as whole words, whatever their case and accents."""
    plain = f" {_plain(text)} "
    return [word for word in words if _plain(word) and f" {_plain(word)} " in plain]


def _plain(text: str) -> str:
    """Lower case without accents, words separated by single spaces."""
    decomposed = unicodedata.normalize("NFD", text.casefold())
    bare = "".join(each for each in decomposed if not unicodedata.combining(each))
    return " ".join(re.findall(r"\w+", bare))
