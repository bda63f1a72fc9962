"""Callers and their bearer tokens, of which only hashes are stored here."""

import hashlib
import hmac
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gateway.grpc.scopes import PUBLIC, READ, SCOPES
from services.plumbing.settings import SettingsError

_LINE = re.compile(r"(?P<name>[\w.-]{1,64})=(?P<hash>[0-9a-f]{64})(?::(?P<scopes>[a-z.+]+))?", re.ASCII)
_SCHEME = "bearer "
_FORM = (
    "KAFENEIO_GRPC_TOKENS: every entry is name=sha256-of-token in lower-case hex, and may end with a colon and scopes "
    f"with plus signs between them: read, {', '.join(sorted(SCOPES))}"
)


class Caller(NamedTuple):
    """A caller and its scopes."""

    name: str
    scopes: frozenset[str]


class Tokens:
    """The known callers."""

    def __init__(self, lines: Iterable[str]) -> None:
        """Lines `name=sha256-of-token:read+wallet.credit`; without scopes a token may `read`.

        Raises:
            SettingsError: a line is not of that form.
        """
        self._hashes: list[tuple[Caller, bytes]] = []
        for line in lines:
            found = _LINE.fullmatch(line)
            named = frozenset((found["scopes"] or READ).split("+")) if found else frozenset()
            if found is None or not named <= SCOPES | {READ}:
                raise SettingsError(_FORM)
            scopes = (named - {READ}) | PUBLIC if READ in named else named
            self._hashes.append((Caller(found["name"], scopes), bytes.fromhex(found["hash"])))

    def caller(self, metadata: Sequence[tuple[str, str | bytes]]) -> Caller | None:
        """The caller with this token, or None. Takes as long for every token, right or wrong."""
        header = next((text for key, text in metadata if key == "authorization"), "")
        text = header if isinstance(header, str) else ""
        token = text[len(_SCHEME) :] if text[: len(_SCHEME)].lower() == _SCHEME else ""
        digest = hashlib.sha256(token.encode()).digest()
        callers = [caller for caller, known in self._hashes if hmac.compare_digest(digest, known)]
        return callers[0] if callers and token else None
