"""Text by the properties that Unicode gives its signs: what is shown, joined, alike, the same.

No list of signs decides here: a sign that Unicode calls Default_Ignorable_Code_Point shows nothing by itself, and stays
only where it joins or shapes its neighbours as its script or an emoji needs it.
"""

import unicodedata
from collections import Counter

import regex

from services.kernel.refusal import Refusal

MARKS_MAX = 5
"""Combining marks on one letter: a Hebrew letter with point, vowel, accent and meteg has four."""
_SAME_PLACE_MAX = 2
"""Marks above, or below, of one letter; more leave the line."""
_POINTS_PER_SIGN = 4
"""Code points that each sign of a limit may take on average: emoji and marked letters have several."""
_ROUNDS_MAX = 4

_BLANKS = "\u2800\U0001d159\U00013441\U00013442"
"""Signs that are drawn empty although no property marks them: a Braille pattern, a notehead, two hieroglyphs."""
_REMOVED = regex.compile(r"[\p{Cc}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\uFFF9-\uFFFB]")
_SPACES = regex.compile(rf"[\p{{White_Space}}{_BLANKS}]+")
_BREAKS = regex.compile(r"\R")
_EMPTY_LINES = regex.compile(r"\n{3,}")
_EMOJI = r"\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?"
_JOINS_ON = r"[\p{Joining_Type=Dual_Joining}\p{Joining_Type=Left_Joining}]"
_JOINS_BACK = r"[\p{Joining_Type=Dual_Joining}\p{Joining_Type=Right_Joining}]"
_IGNORABLE = r"\p{Default_Ignorable_Code_Point}"
_WANTED = "|".join(
    (
        r"\U0001F3F4[\U000E0030-\U000E0039\U000E0061-\U000E007A]{3,6}\U000E007F",  # flags of England, Scotland, Wales
        rf"{_EMOJI}(?:\u200D{_EMOJI})*",
        r"[0-9#*]\uFE0F\u20E3",
        r"\p{Emoji}(?<![0-9#*])\uFE0F",
        r"\p{Ideographic}\p{Variation_Selector}",
        r"\p{Script=Mongolian}[\u180B-\u180D\u180F]",
        r"\p{Canonical_Combining_Class=Virama}[\u200C\u200D]",  # RFC 5892, appendix A
        rf"{_JOINS_ON}\p{{M}}*\u200C(?={_JOINS_BACK})",
        rf"{_JOINS_ON}\p{{M}}*\u200D",
        r"\p{M}\u034F(?=\p{M})",
    )
)
_IGNORED = regex.compile(rf"(?P<wanted>{_WANTED})|{_IGNORABLE}")
_ALL_IGNORED = regex.compile(_IGNORABLE)
_MARKS = regex.compile(rf"(?:\p{{M}}|{_IGNORABLE})+")
_LEADING = regex.compile(r"^[\p{M}\u200C\u200D]+")
_STACKING = ("Mn", "Me")
_ENDS = regex.compile(rf"^[\p{{White_Space}}{_IGNORABLE}]+|[\p{{White_Space}}{_IGNORABLE}]+$")
_SHOWN = regex.compile(rf"[\p{{L}}\p{{N}}\p{{P}}\p{{S}}--{_IGNORABLE}--[{_BLANKS}]]", regex.V1)
_SIGN = regex.compile(r"\X")
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}_]+")


def clean_line(raw: str) -> str:
    """The text as it is kept on one line: composed (NFC), spaces single, without controls, directions and whatever
    else shows nothing; what joins letters or emoji stays, and marks do not stack out of the line. Cleaning twice
    changes nothing more."""
    text = raw
    for _ in range(_ROUNDS_MAX):
        before, text = text, _clean_once(text)
        if text == before:
            return text
    return _clean_once(_ALL_IGNORED.sub("", text))


def clean_text(raw: str) -> str:
    """The same for a text of several lines, whose breaks stay; no more than one empty line between two others."""
    lines = "\n".join(clean_line(line) for line in _BREAKS.split(raw))
    return _EMPTY_LINES.sub("\n\n", lines).strip()


def is_shown(text: str) -> bool:
    """Whether a reader sees anything: a letter, digit, punctuation or symbol that is drawn."""
    return _SHOWN.search(text) is not None


def has_ignorable(text: str) -> bool:
    """Whether it has a sign that shows nothing by itself, or is drawn empty."""
    return _ALL_IGNORED.search(text) is not None or any(sign in _BLANKS for sign in text)


def trimmed(text: str) -> str:
    """Without what keyboards and clipboards add at both ends: spaces, and signs that show nothing."""
    return _ENDS.sub("", text)


def length_of(text: str) -> int:
    """How many signs people see: extended grapheme clusters, whatever they are made of."""
    return sum(1 for _ in _SIGN.finditer(text))


def is_longer(text: str, signs_max: int) -> bool:
    """Whether it has more signs than that, or more code points than so many signs may take."""
    return len(text) > signs_max * _POINTS_PER_SIGN or length_of(text) > signs_max


def plain_words(text: str) -> str:
    """What is compared with lists of words: no case, accents, compatibility forms or signs that show nothing; words
    separated by single spaces."""
    bare = unicodedata.normalize("NFKD", _ALL_IGNORED.sub("", unicodedata.normalize("NFKC", text)).casefold())
    letters = "".join(sign for sign in bare if not unicodedata.combining(sign))
    return " ".join(_WORD.findall(letters))


def fits(raw: str, least: int, most: int) -> bool:
    """Whether a text of several lines has between `least` and `most` signs once it is cleaned. One with a NUL, which
    databases do not store, does not fit."""
    cleaned = clean_text(raw)
    shown = is_shown(cleaned) or (least == 0 and not cleaned)
    return shown and "\0" not in raw and length_of(cleaned) >= least and not is_longer(cleaned, most)


# --- reasons ---------------------------------------------------------------------------------------------------------

REASON_LENGTH_MIN = 10
REASON_LENGTH_MAX = 500


def check_reason(raw: str) -> Refusal | None:
    """The reason that staff and operators give for what they do: `reason_required` unless it has 10–500 signs. It is
    stored as `clean_text` leaves it."""
    return None if fits(raw, REASON_LENGTH_MIN, REASON_LENGTH_MAX) else Refusal("reason_required")


# --- passwords -------------------------------------------------------------------------------------------------------


def normal_password(raw: str) -> str:
    """The one form of a password, whatever keyboard it was typed on (RFC 8265, OpaqueString): NFC, every kind of space
    an ASCII space."""
    spaced = "".join(" " if unicodedata.category(sign) == "Zs" else sign for sign in raw)
    return unicodedata.normalize("NFC", spaced)


def password_forms(raw: str) -> list[str]:
    """The forms of a password that a stored hash may be of: the normal one first, then those of before passwords had
    one form: as it was typed, and as other keyboards compose it. Of an ASCII password there is one."""
    return list(dict.fromkeys((normal_password(raw), raw, *(unicodedata.normalize(it, raw) for it in ("NFC", "NFD")))))


# --- parts -----------------------------------------------------------------------------------------------------------


def _clean_once(text: str) -> str:
    spaced = _REMOVED.sub("", _SPACES.sub(" ", unicodedata.normalize("NFC", text)))
    joined = _IGNORED.sub(lambda found: found["wanted"] or "", spaced)
    stacked = _MARKS.sub(lambda found: _fewer_marks(found[0]), joined)
    return _LEADING.sub("", unicodedata.normalize("NFC", _SPACES.sub(" ", stacked)).strip(" "))


def _fewer_marks(run: str) -> str:
    """Marks of one letter without those that would leave the line: each once, few in one place, one that encloses."""
    kept: list[str] = []
    places: Counter[object] = Counter()
    for sign in run:
        category = unicodedata.category(sign)
        if category not in _STACKING or _ALL_IGNORED.match(sign):
            kept.append(sign)
            continue
        place = unicodedata.combining(sign) or ("encloses" if category == "Me" else sign)
        most = 1 if isinstance(place, str) else _SAME_PLACE_MAX
        if sign not in kept and places.total() < MARKS_MAX and places[place] < most:
            kept.append(sign)
            places[place] += 1
    return "".join(kept)
