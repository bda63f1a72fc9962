"""Who calls: bearer tokens, of which only hashes are known here."""

import hashlib
import hmac
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from services.plumbing.settings import SettingsError

_LINE = re.compile(r"(?P<name>[\w.-]{1,64})=(?P<hash>[0-9a-f]{64})(?::(?P<scopes>[a-z.+]+))?", re.ASCII)
_SCHEME = "bearer "
_FORM = (
    "KAFENEIO_GRPC_TOKENS: every entry is name=sha256-of-token in lower-case hex, and may end with a colon and scopes: "
    "wallet.credit, wallet.debit, wallet.follow, tournaments.play, tournaments.operate, ranking.matches, "
    "ranking.operate, moderation.act, with plus signs between them"
)


SCOPES = frozenset(
    {
        *("wallet.credit", "wallet.debit", "wallet.follow"),
        *("tournaments.play", "tournaments.operate", "moderation.act"),
        *("ranking.matches", "ranking.operate"),
    }
)
"""What a token may be allowed beside reading."""


class Caller(NamedTuple):
    """Who calls, and what they may do beside reading."""

    name: str
    scopes: frozenset[str]


class Tokens:
    """The callers we know."""

    def __init__(self, lines: Iterable[str]) -> None:
        """Lines `name=sha256-of-token`, with scopes `name=sha256-of-token:wallet.credit+wallet.debit`.

        Raises:
            SettingsError: a line is not of that form.
        """
        self._hashes: list[tuple[Caller, bytes]] = []
        for line in lines:
            found = _LINE.fullmatch(line)
            scopes = frozenset((found["scopes"] or "").split("+")) - {""} if found else frozenset()
            if found is None or not scopes <= SCOPES:
                raise SettingsError(_FORM)
            self._hashes.append((Caller(found["name"], scopes), bytes.fromhex(found["hash"])))

    def caller(self, metadata: Sequence[tuple[str, str | bytes]]) -> Caller | None:
        """Who sent this metadata, or None. Takes as long for every token, right or wrong."""
        told = next((text for key, text in metadata if key == "authorization"), "")
        text = told if isinstance(told, str) else ""
        token = text[len(_SCHEME) :] if text[: len(_SCHEME)].lower() == _SCHEME else ""
        digest = hashlib.sha256(token.encode()).digest()
        callers = [caller for caller, known in self._hashes if hmac.compare_digest(digest, known)]
        return callers[0] if callers and token else None
