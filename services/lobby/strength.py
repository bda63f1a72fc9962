"""How easily a password is guessed (RULES.md §1): by lists of common ones, words, keyboard rows, dates and repeats.

The lists come with the zxcvbn library, so nothing is asked of anybody.
"""

from collections.abc import Sequence

from zxcvbn import zxcvbn

GUESSES_LOG10_MIN = 6.0
"""A password that takes fewer than a million guesses is weak: online guessing, though slow, would find it."""
_READ_MAX = 72
"""What the library reads of a password; the rest can only make it harder to guess."""


def is_guessable(password: str, own_words: Sequence[str] = ()) -> bool:
    """Whether it takes fewer than a million guesses. `own_words`: what is known of its owner."""
    words = [word for word in own_words if word]
    found = zxcvbn(password[:_READ_MAX], user_inputs=words)
    return float(found["guesses_log10"]) < GUESSES_LOG10_MIN
