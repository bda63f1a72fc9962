"""Who calls: bearer tokens, of which only hashes are known here."""

import hashlib
import hmac
import re
from collections.abc import Iterable, Sequence

from services.plumbing.settings import SettingsError

_LINE = re.compile(r"(?P<name>[\w.-]{1,64})=(?P<hash>[0-9a-f]{64})")
_SCHEME = "bearer "


class Tokens:
    """The callers we know."""

    def __init__(self, lines: Iterable[str]) -> None:
        """Lines `name=sha256-of-token`.

        Raises:
            SettingsError: a line is not of that form.
        """
        self._hashes: list[tuple[str, bytes]] = []
        for line in lines:
            found = _LINE.fullmatch(line)
            if found is None:
                raise SettingsError("KAFENEIO_GRPC_TOKENS: every entry is name=sha256-of-token in lower-case hex")
            self._hashes.append((found["name"], bytes.fromhex(found["hash"])))

    def caller(self, metadata: Sequence[tuple[str, str | bytes]]) -> str | None:
        """The name of who sent this metadata, or None. Takes as long for every token, right or wrong."""
        told = next((text for key, text in metadata if key == "authorization"), "")
        text = told if isinstance(told, str) else ""
        token = text[len(_SCHEME) :] if text[: len(_SCHEME)].lower() == _SCHEME else ""
        digest = hashlib.sha256(token.encode()).digest()
        names = [name for name, known in self._hashes if hmac.compare_digest(digest, known)]
        return names[0] if names and token else None
