"""Names that look like others: like the platform's own, which nobody else may have, and like another player's (RULES.md
§1).

Letters that look alike (the lists come with the confusable_homoglyphs library), accents, digits that stand for letters
and signs between letters make no difference: `Аdmin` with a Cyrillic first letter, `adm1n` and `a.d.m.i.n` are `admin`.
"""

import unicodedata

from confusable_homoglyphs import confusables

from services.kernel.text.unicode_text import has_ignorable

RESERVED = (
    *("admin", "administrator", "administration", "moderator", "mod", "operator", "auditor", "system", "root"),
    *("staff", "support", "helpdesk", "official", "kafeneio", "platform", "referee"),
    *("administrador", "moderador", "operador", "soporte", "sistema"),
    *("διαχειριστής", "διαχείριση", "συντονιστής", "υποστήριξη", "σύστημα", "καφενείο"),
)
_BEGINNINGS_MIN = 8
"""From this length on a reserved word is refused also at the start of a name: `administrator_anna`, `moderator-2`."""
_ENDINGS = "0123456789_.-"
_DIGITS = str.maketrans("013457", "oleast")
_ALIKE = str.maketrans("01", "ol")


def skeleton(name: str) -> str:
    """The name without all differences that only change its look."""
    bare = (
        sign for sign in unicodedata.normalize("NFKD", _in_latin(name).casefold()) if not unicodedata.combining(sign)
    )
    letters = "".join(sign for sign in bare if sign.isalnum()).translate(_DIGITS)
    return letters.replace("rn", "m").replace("i", "l").replace("vv", "w")


def look(name: str) -> str:
    """What a name looks like as it is shown: two names with one look are the same to a reader.

    Letters of other scripts count as the Latin ones they look like (`аnna` with a Cyrillic first letter, `ΑΝΝΑ` in
    Greek capitals), and so do signs that fonts draw alike (l, I, 1; O, 0; rn, m; vv, w). Greek `Άννα` differs from
    Latin `Anna`.
    """
    return _in_latin(name).replace("I", "l").casefold().translate(_ALIKE).replace("rn", "m").replace("vv", "w")


def is_reserved(name: str) -> bool:
    """Whether a name is, or looks like, one of the platform's own."""
    shapes = (skeleton(name), skeleton(name.rstrip(_ENDINGS)))
    return any(shape in _SHAPES for shape in shapes) or shapes[0].startswith(_LONG_SHAPES)


def _in_latin(name: str) -> str:
    """What is shown of a name, in the Latin letters that its signs look like."""
    return "".join(_latin(sign) for sign in unicodedata.normalize("NFKC", name) if not has_ignorable(sign))


def _latin(sign: str) -> str:
    """The Latin letter that a sign of another script looks like; the sign itself where there is none."""
    if sign.isascii():
        return sign
    found = confusables.is_confusable(sign, preferred_aliases=[]) or []
    alike = [each["c"] for one in found for each in one["homoglyphs"] if len(each["c"]) == 1 and each["c"].isascii()]
    return next((each for each in alike if each.isalpha()), sign)


_SHAPES = frozenset(skeleton(word) for word in RESERVED)
_LONG_SHAPES = tuple(skeleton(word) for word in RESERVED if len(word) >= _BEGINNINGS_MIN)
