"""Settings that operators change while the platform runs (RULES.md §13): numbers of cards, reports and appeals, and
lists of words."""

from typing import NamedTuple

import msgspec

from services.kernel import word_lists
from services.kernel.refusal import Refusal
from services.moderation import appeals, reports
from services.moderation.appeals import AppealSettings
from services.moderation.cards import CardSettings
from services.moderation.reports import ReportSettings

Value = int | list[str]
LISTS: dict[str, tuple[str, ...]] = {
    "chat_words": word_lists.CHAT_WORDS,
    "hand_talk_words": word_lists.HAND_TALK_WORDS,
}
"""Lists of words that are signals in chat (§7), as they come with the platform."""
WORDS_MAX = 1_000
WORD_LENGTH_MAX = 60


class Range(NamedTuple):
    """The least and the greatest value of a number."""

    min: int
    max: int


CARDS: dict[str, Range] = {
    "yellow_limit": Range(1, 1_000),
    "yellow_days": Range(1, 365),
    "blue_limit": Range(1, 1_000),
    "blue_days": Range(1, 365),
    "red_months": Range(1, 24),
    "card_expiry_days": Range(0, 3_650),
}
"""The numbers of §4; a card is judged by those that hold when it is given."""
REPORTS: dict[str, Range] = {
    "report_contact_h": Range(1, 48),
    "report_daily": Range(1, 100),
    "watch_days": Range(0, 365),
}
"""The numbers of §5; a report and a decision are judged by those that hold then. Two days are as far back as the lobby
looks for a contact."""
APPEALS: dict[str, Range] = {"appeal_days": Range(1, 365)}
"""The number of §9: how long what keeps an account out now can be appealed against."""
NUMBERS: dict[str, Range] = CARDS | REPORTS | APPEALS


def check(name: str, value: Value) -> Value | Refusal:
    """The value as it is kept. Refusals: `setting_unknown`, `setting_invalid`."""
    if name in LISTS:
        return _check_words(value)
    if name not in NUMBERS:
        return Refusal("setting_unknown")
    low, high = NUMBERS[name]
    if not isinstance(value, int) or not low <= value <= high:
        return Refusal("setting_invalid", {"min": low, "max": high})
    return value


def _check_words(value: Value) -> Value | Refusal:
    """Words and phrases, each once, without spaces around them."""
    if isinstance(value, int):
        return Refusal("setting_invalid")
    words = list(dict.fromkeys(word for each in value if (word := " ".join(each.split()))))
    fits = len(words) <= WORDS_MAX and all(len(word) <= WORD_LENGTH_MAX and word.isprintable() for word in words)
    return words if fits else Refusal("setting_invalid", {"words": WORDS_MAX, "length": WORD_LENGTH_MAX})


def defaults(cards: CardSettings) -> dict[str, Value]:
    """Every setting with the value that it has unless an operator has changed it."""
    numbers: dict[str, Value] = {name: getattr(cards, name) for name in CARDS}
    numbers |= {name: getattr(reports.DEFAULTS, name) for name in REPORTS}
    numbers |= {name: getattr(appeals.DEFAULTS, name) for name in APPEALS}
    return numbers | {name: list(words) for name, words in LISTS.items()}


def cards_with(cards: CardSettings, changed: dict[str, Value]) -> CardSettings:
    """The numbers of cards with what operators have changed."""
    return msgspec.structs.replace(cards, **{name: value for name, value in changed.items() if name in CARDS})


def reports_with(changed: dict[str, Value]) -> ReportSettings:
    """The numbers of reports with what operators have changed."""
    mine = {name: value for name, value in changed.items() if name in REPORTS}
    return msgspec.structs.replace(reports.DEFAULTS, **mine)


def appeals_with(changed: dict[str, Value]) -> AppealSettings:
    """The numbers of appeals with what operators have changed."""
    mine = {name: value for name, value in changed.items() if name in APPEALS}
    return msgspec.structs.replace(appeals.DEFAULTS, **mine)
