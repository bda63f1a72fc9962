"""Text by Unicode's properties: services/lobby/RULES.md §1, §3, §16."""

import time
import unicodedata
from collections import Counter

import pytest
import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st

from services.kernel.text import unicode_text as text

IGNORABLE = regex.compile(r"\p{Default_Ignorable_Code_Point}")
NASTY = (
    "\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2066\u2069\u2060\ufeff\u00ad\u034f\u061c\u115f\u1160\u3164\uffa0\u2800"
    "\u180b\u180e\ufe0e\ufe0f\U000e0001\U000e0041\U000e0067\U000e007f\U000e0100\u20e3\ufff9\x00\n\t\u00a0\u3000\u2028"
    "\u0301\u0300\u0323\u0345\u05b8\u05bc\u05c1\u064b\u0651\u0e31\u0e47\u0e49\u094d\u0d4d\u0489\u20dd"
    "aAéßıςΩאשبه\u06ccकषকනกခ가ᄀ漢ﾊ①ﬁ🏴👩🏽🚀❤🇬🇷1#_.- "
)
ANYTHING = st.text(st.one_of(st.characters(exclude_categories=()), st.sampled_from(NASTY)), max_size=60)

WHOLE = [
    "👩‍👩‍👧‍👦", "👩🏽‍🚀", "🏳️‍🌈", "🏴‍☠️", "❤️‍🔥", "🐻‍❄️", "🧑🏻‍❤️‍💋‍🧑🏿", "👁️‍🗨️",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "🇬🇷🇪🇸",
    "1️⃣ #️⃣ *️⃣", "☺️ ☺︎", "می‌خواهم", "خانه‌ای", "آن‌ها", "נִקּוּד", "שָׁלוֹם", "בְּרֵאשִׁית", "مُحَمَّد", "नमस्ते", "क्‍ष", "क्‌ष", "ශ්‍රී ලංකා", "ക്‍",
    "ক্ষ", "ที่นี่", "น้ำ", "ᾷ Ἀθῆναι", "ά́", "tiếng Việt", "བསྒྲུབས", "မြန်မာ", "한국어", "葛\U000e0100", "ᠠ᠋", "ё й", "ħ̃", "i̇́",
]  # fmt: skip
"""Words and emoji that need what shows nothing by itself, or marks."""
NOTHING = [
    "\u3164", "\u2800\u2800", "\u00ad\u00ad", "\u200e", "\U000e0041\U000e0042", "\u115f", "\uffa0", "\u200d", "\ufe0f",
    "\u034f",
    "\u180e", "\u2060\ufeff", " \t\n", "\u3000\u00a0", "\u0301", "\u20e3", "\x00\x07", "\U0001d159", "\U00013441",
    "\ue000",
    "\U000e0067\U000e007f", "\u202e \u202c", "\u2063\u2064", "\ufff9\ufffb",
]  # fmt: skip


@pytest.mark.parametrize("whole", WHOLE)
def test_scripts_and_emoji_stay_whole(whole: str) -> None:
    assert text.clean_line(whole) == unicodedata.normalize("NFC", whole)
    assert text.clean_line(unicodedata.normalize("NFD", whole)) == unicodedata.normalize("NFC", whole)
    assert text.is_shown(text.clean_line(whole))


@pytest.mark.parametrize("nothing", NOTHING, ids=ascii)
def test_what_shows_nothing_is_not_shown(nothing: str) -> None:
    assert not text.is_shown(text.clean_line(nothing * 3))


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("a\u200db", "ab"),
        ("an\u00adna", "anna"),
        ("👩\u200d", "👩"),
        ("👩\u200d\u200d👧", "👩👧"),
        ("🏴\U000e0067", "🏴"),
        ("a\ufe0f1\ufe0f", "a1"),
        ("סוף\u202e\u200f", "סוף"),
        ("a\u200cb", "ab"),
        ("e\u200b\u0301", "é"),
        (" a \u2028\u3000 b ", "a b"),
    ],
)
def test_what_joins_nothing_goes(raw: str, clean: str) -> None:
    assert text.clean_line(raw) == clean


@pytest.mark.parametrize("base", ["a", "ก", "א", "ب", "क", "1", "👩"])
@pytest.mark.parametrize(
    "marks", ["\u0301", "\u0e47", "\u0301\u0302\u0303\u0304\u0305", "\u0323\u0324\u0325", "\u20dd\u0489"]
)
def test_marks_stay_inside_their_line(base: str, marks: str) -> None:
    cleaned = text.clean_line(base + marks * 40)
    stacked = [sign for sign in unicodedata.normalize("NFD", cleaned) if unicodedata.category(sign) in ("Mn", "Me")]
    assert len(stacked) <= text.MARKS_MAX + 1
    assert stacked.count("\u20dd") <= 1


@given(st.lists(st.sampled_from([chr(code) for code in range(0x300, 0x34F)] + ["\u20dd", "\u0489"]), max_size=40))
def test_a_letter_keeps_few_marks_each_once_and_two_in_one_place(marks: list[str]) -> None:
    kept = [sign for sign in unicodedata.normalize("NFD", text.clean_line("1" + "".join(marks))) if sign != "1"]
    assert set(kept) <= set(unicodedata.normalize("NFD", "".join(marks)))
    assert len(set(kept)) == len(kept) <= text.MARKS_MAX
    places = Counter(unicodedata.combining(sign) for sign in kept)
    assert all(number <= (2 if place else 1) for place, number in places.items())
    if set(marks):
        assert kept, "not all of them go"


@settings(max_examples=600)
@given(ANYTHING)
@example("\u0e01\u0e47\u200d\u0e47")
@example("ب\u064b\u034f\u064c\u200c\u200cب")
@example("👩\u200c🏽\u200d👧\ufe0f\u20e3")
def test_cleaning_twice_changes_nothing_more(raw: str) -> None:
    cleaned = text.clean_line(raw)
    assert text.clean_line(cleaned) == cleaned
    assert unicodedata.is_normalized("NFC", cleaned)
    assert cleaned == cleaned.strip()
    assert not regex.search(r"[\p{Bidi_Control}\p{Cc}\p{Cs}]", cleaned)


@settings(max_examples=600)
@given(ANYTHING)
def test_what_shows_nothing_stays_only_between_what_it_joins(raw: str) -> None:
    cleaned = text.clean_line(raw)
    for found in IGNORABLE.finditer(cleaned):
        before = cleaned[: found.start()]
        assert before
        assert regex.search(r"[\p{Extended_Pictographic}\p{Emoji}\p{M}\p{L}\p{Emoji_Modifier}\p{DI}]$", before)
    shown = IGNORABLE.sub("", cleaned)
    assert bool(shown) or not cleaned, "nothing is left of what only joined"


@settings(max_examples=300)
@given(ANYTHING)
def test_lengths_count_what_is_seen_and_are_bounded_in_code_points(raw: str) -> None:
    cleaned = text.clean_line(raw)
    assert text.length_of(cleaned) <= len(cleaned)
    assert text.is_longer(cleaned, 10) or len(cleaned) <= 40


def test_a_family_is_one_sign() -> None:
    assert [text.length_of(each) for each in ("👩‍👩‍👧‍👦", "1️⃣", "é", "e\u0301", "ที่", "שָׁ", "ab")] == [1, 1, 1, 1, 1, 1, 2]
    assert text.is_longer("a" * 11, 10) and not text.is_longer("👍🏽" * 10, 10)
    assert text.is_longer("👩‍👩‍👧‍👦" * 9, 10), "few signs of very many code points"


def test_a_long_hostile_text_is_cleaned_at_once() -> None:
    for part in (
        "\u200d",
        "a\u0301\u200d",
        "👩\u200d",
        "ب\u064b\u200c",
        "🏴\U000e0067",
        "\u0301\u034f",
        "क\u094d\u200d",
    ):
        began = time.process_time()
        text.clean_line(part * 5_000)
        assert time.process_time() - began < 1.5, ascii(part)


def test_a_text_of_lines_keeps_them() -> None:
    assert text.clean_text(" Γεια \r\n\u200b\n\n\n\u2800\nσου\u202e ") == "Γεια\n\nσου"
    assert text.clean_text("\u3164\n\u2800") == ""


@settings(max_examples=300)
@given(ANYTHING)
def test_a_text_of_lines_is_cleaned_once(raw: str) -> None:
    assert text.clean_text(text.clean_text(raw)) == text.clean_text(raw)


# --- words of lists ---


@pytest.mark.parametrize(
    "hidden",
    [
        "sh\u200bit",
        "s\u00adh\u2060it",
        "ＳＨＩＴ",
        "ⓢⓗⓘⓣ",
        "shít",
        "s\u0336h\u0336i\u0336t\u0336",
        "sh\u3164it",
        "𝐬𝐡𝐢𝐭",
    ],
)
def test_words_are_found_through_what_shows_nothing_and_other_forms(hidden: str) -> None:
    assert text.plain_words(f"oh {hidden}!") == "oh shit"


@given(ANYTHING)
def test_words_do_not_depend_on_the_form_of_the_text(raw: str) -> None:
    forms = {text.plain_words(unicodedata.normalize(form, raw)) for form in ("NFC", "NFD")}
    assert len(forms) == 1


# --- passwords ---


@given(ANYTHING)
def test_a_password_has_one_form_on_every_keyboard(raw: str) -> None:
    normal = text.normal_password(raw)
    assert text.normal_password(normal) == normal
    assert text.password_forms(raw)[0] == normal
    assert raw in text.password_forms(raw)
    assert {text.normal_password(unicodedata.normalize(form, raw)) for form in ("NFC", "NFD")} == {normal}


def test_an_ascii_password_is_compared_once() -> None:
    assert text.password_forms("correct horse") == ["correct horse"]
    assert text.normal_password("a\u00a0b\u3000c") == "a b c"
