"""Callers and their bearer tokens, of which only hashes are stored here."""

import hashlib
import hmac
import re
from collections.abc import Collection, Iterable, Sequence
from contextvars import ContextVar
from typing import NamedTuple

from gateway.grpc.access.scopes import BOUND, PUBLIC, READ, SCOPES
from services.contracts.lobby.accounts.accounts import WhoIs
from services.contracts.partners.service_accounts import SERVICE_ACCOUNT_PREFIX
from services.platform.process.settings import SettingsError

_LINE = re.compile(
    r"(?P<name>[\w.-]{1,64})=(?P<hash>[0-9a-f]{64})(?::(?P<scopes>[a-z.+]+))?(?:@(?P<machine>[a-z0-9-]{1,40}))?",
    re.ASCII,
)
_SCHEME = "bearer "
_SETTING = "KAFENEIO_GRPC_TOKENS"
_FORM = (
    f"{_SETTING}: every entry is name=sha256-of-token in lower-case hex, and may go on with a colon and scopes with "
    f"plus signs between them ({READ}, {', '.join(sorted(SCOPES))}) and end with an @ and the name of a service account"
)


class Caller(NamedTuple):
    """A caller, its scopes, and the id of the service account in whose name it acts; empty: it may not act."""

    name: str
    scopes: frozenset[str]
    service_account: str = ""
    account: str = ""
    """The player in whose name a program calls, by a personal token; empty: it is another system."""
    who: WhoIs | None = None
    """What the lobby was asked about that token, and is asked again while a stream lasts."""


caller_now: ContextVar[Caller] = ContextVar("caller_now")
"""The caller of the present call."""


class Tokens:
    """The known callers."""

    def __init__(self, lines: Iterable[str]) -> None:
        """Lines `name=sha256-of-token:read+moderation.mute@warden`; without scopes a token may `read`.

        Raises:
            SettingsError: a line is not of that form, has a scope that needs a service account and names none, or has
                the token or the name of another line that is of another service account.
        """
        self._hashes: list[tuple[Caller, bytes]] = []
        for line in lines:
            caller, digest = _read(line)
            for other, known in self._hashes:
                if digest == known:
                    raise SettingsError(f"{_SETTING}: {other.name} and {caller.name} have the same token")
                if (other.name == caller.name) and other.service_account != caller.service_account:
                    raise SettingsError(f"{_SETTING}: {caller.name} is of two service accounts")
            self._hashes.append((caller, digest))

    @property
    def names(self) -> set[str]:
        """The names of all callers."""
        return {each.name for each, _ in self._hashes}

    def callers_of(self, service_accounts: Collection[str]) -> set[str]:
        """The names of callers that act as one of these service accounts."""
        return {each.name for each, _ in self._hashes if each.service_account in service_accounts}

    def caller(self, metadata: Sequence[tuple[str, str | bytes]]) -> Caller | None:
        """The caller with this token, or None. Takes as long for every token, right or wrong."""
        token = bearer_of(metadata)
        digest = hashlib.sha256(token.encode()).digest()
        callers = [caller for caller, known in self._hashes if hmac.compare_digest(digest, known)]
        return callers[0] if callers and token else None


def bearer_of(metadata: Sequence[tuple[str, str | bytes]]) -> str:
    """The token that a call brings; empty: none."""
    header = next((text for key, text in metadata if key == "authorization"), "")
    text = header if isinstance(header, str) else ""
    return text[len(_SCHEME) :] if text[: len(_SCHEME)].lower() == _SCHEME else ""


def _read(line: str) -> tuple[Caller, bytes]:
    found = _LINE.fullmatch(line)
    if found is None:
        raise SettingsError(_FORM)
    name, machine = found["name"], found["machine"]
    named = frozenset((found["scopes"] or READ).split("+"))
    if not named <= SCOPES | {READ}:
        raise SettingsError(_FORM)
    bound = sorted(named & BOUND)
    if bound and not machine:
        raise SettingsError(
            f"{_SETTING}: {name} has the scope {bound[0]}, so its entry has to end with @ and the name of its service "
            "account (kafeneio service-accounts add)"
        )
    scopes = (named - {READ}) | PUBLIC if READ in named else named
    account = f"{SERVICE_ACCOUNT_PREFIX}{machine}" if machine else ""
    return Caller(name, scopes, account), bytes.fromhex(found["hash"])
