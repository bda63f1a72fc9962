"""Words of the operator's lists in chat (services/moderation/RULES.md §7). A line with one of them is still shown."""

from collections.abc import Sequence

from services.kernel.text.unicode_text import plain_words


def find_listed(text: str, words: Sequence[str]) -> list[str]:
    """The words and phrases of the list that stand in the text as whole words, whatever case, accents and form."""
    plain = f" {plain_words(text)} "
    return [word for word in words if (listed := plain_words(word)) and f" {listed} " in plain]
