"""Passes: what a cell signs for a player of its own who visits another cell (RULES.md §19).

A pass is `base64url(content).base64url(signature)`, both without padding: JSON, and Ed25519 over a prefix and the JSON.
Every other spelling of the same bytes is refused, so a pass whose text was changed anywhere is no pass.
"""

import base64
import re

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from services.contracts.lobby.accounts.accounts import Language
from services.kernel.cells import cell_of
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import has_ignorable
from services.lobby.accounts.rules import DEFAULTS, USERNAME_SIGNS
from services.lobby.visits.cell_directory import Directory, Neighbour

VALID_MS = 60_000
"""A pass holds for so long after it was signed."""
_SKEW_MS = 60_000
"""By so much the clocks of two cells may differ before a pass counts as signed in the future."""
_PREFIX = b"kafeneio visit pass 1\0"
_ACCOUNT = re.compile(r"[a-z0-9]{1,8}~[A-Za-z0-9-]{1,36}")
_CHIPS_MAX = 2**53
"""Clients read numbers exactly up to here."""
_NONCE_LENGTHS = range(16, 65)


class Pass(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a pass. `to`: the cell that it is for; the account's id names its home."""

    to: str
    account: str
    name: str
    language: Language
    chips: int
    issued_at_ms: TimeMs
    expires_at_ms: TimeMs
    nonce: str

    @property
    def home(self) -> str:
        """The cell that must have signed it."""
        return cell_of(self.account)


def sign(content: Pass, key: Ed25519PrivateKey) -> str:
    """The pass as text."""
    return sign_body(msgspec.json.encode(content), key)


def sign_body(body: bytes, key: Ed25519PrivateKey) -> str:
    """A pass with this content, whatever it is."""
    return f"{_encode(body)}.{_encode(key.sign(_PREFIX + body))}"


def read(text: str, directory: Directory) -> Pass | Refusal:
    """The content of a pass for cell `directory.here`. Refusal `pass_invalid`; `reason` in its detail: `malformed`,
    `audience` (for another cell), `home` (no cell of the directory), `signature` (none of the home's keys fits).

    Whether its time is over, and whether it was used, is checked where it is used.
    """
    parts = _decode(text)
    content = None if parts is None else _content(parts[0])
    if parts is None or content is None:
        return invalid("malformed")
    home = directory.neighbours.get(content.home)
    if home is None:
        return invalid("home")
    if not _is_signed(home, *parts):
        return invalid("signature", home.cell)
    if content.to != directory.here:
        return invalid("audience", home.cell)
    return content if _is_plausible(content) else invalid("malformed", home.cell)


def check_time(content: Pass, now_ms: TimeMs) -> Refusal | None:
    """`pass_expired` after its last millisecond; `pass_invalid` if it was signed in the future."""
    if content.issued_at_ms > now_ms + _SKEW_MS:
        return invalid("malformed", content.home)
    return Refusal("pass_expired") if now_ms > content.expires_at_ms else None


def invalid(reason: str, home: str = "") -> Refusal:
    """`pass_invalid`. `home`: the cell that the pass names, where it is known."""
    return Refusal("pass_invalid", {"reason": reason} | ({"home": home} if home else {}))


def _is_signed(home: Neighbour, body: bytes, signature: bytes) -> bool:
    for key in home.keys:
        try:
            key.verify(signature, _PREFIX + body)
        except InvalidSignature:
            continue
        return True
    return False


def _is_plausible(content: Pass) -> bool:
    """Whether a neighbour that works as it should could have signed this."""
    return (
        0 <= content.expires_at_ms - content.issued_at_ms <= VALID_MS
        and 0 <= content.chips <= _CHIPS_MAX
        and _ACCOUNT.fullmatch(content.account) is not None
        and len(content.nonce) in _NONCE_LENGTHS
        and _is_home_name(content.name)
    )


def _is_home_name(name: str) -> bool:
    """Whether a name is one that an account can have at home."""
    fits = 0 < len(name) <= DEFAULTS.username_length_max and not has_ignorable(name)
    return fits and all(sign.isalpha() or sign.isdecimal() or sign in USERNAME_SIGNS for sign in name)


def _content(body: bytes) -> Pass | None:
    try:
        return msgspec.json.decode(body, type=Pass)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def _decode(text: str) -> tuple[bytes, bytes] | None:
    body, dot, signature = text.partition(".")
    try:
        parts = (_decoded(body), _decoded(signature))
    except ValueError:
        return None
    return parts if dot and f"{_encode(parts[0])}.{_encode(parts[1])}" == text else None


def _encode(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _decoded(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
