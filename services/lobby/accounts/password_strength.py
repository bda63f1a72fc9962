"""How easily a password is guessed (RULES.md §1): by lists of common ones, words, keyboard rows, dates and repeats.

The lists are part of the zxcvbn library, so no other system is asked.
"""

from collections.abc import Sequence

from zxcvbn import zxcvbn

GUESSES_LOG10_MIN = 6.0
"""A password that takes fewer than a million guesses is weak: online guessing, though slow, would find it."""
_READ_MAX = 72
"""The part of a password that the library reads; the rest can only make it harder to guess."""


def is_guessable(password: str, own_words: Sequence[str] = ()) -> bool:
    """Whether it takes fewer than a million guesses. `own_words`: facts about its owner."""
    words = [word for word in own_words if word]
    found = zxcvbn(password[:_READ_MAX], user_inputs=words)
    return float(found["guesses_log10"]) < GUESSES_LOG10_MIN
