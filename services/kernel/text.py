"""Text by the properties that Unicode gives its signs: what is shown, joined, alike, the same."""

import unicodedata

_SPACE_SEPARATOR = "Zs"


def normal_password(raw: str) -> str:
    """The one form of a password, whatever keyboard it was typed on (RFC 8265, OpaqueString): NFC, every kind of space
    an ASCII space."""
    spaced = "".join(" " if unicodedata.category(sign) == _SPACE_SEPARATOR else sign for sign in raw)
    return unicodedata.normalize("NFC", spaced)


def password_forms(raw: str) -> list[str]:
    """The forms of a password that a stored hash may be of: the normal one first, then those of before passwords had
    one form: as it was typed, and as other keyboards compose it. Of an ASCII password there is one."""
    return list(dict.fromkeys((normal_password(raw), raw, *(unicodedata.normalize(it, raw) for it in ("NFC", "NFD")))))
