"""The second factor: codes of an authenticator application, and recovery codes for players who have lost it
(RULES.md §8)."""

import hashlib
import secrets

import msgspec
import pyotp

from services.kernel.clock import TimeMs

ISSUER = "Kafeneio"
STEP_S = 30
_SKEW_STEPS = 1
RECOVERY_CODES = 10
_RECOVERY_BYTES = 5


class Factor(msgspec.Struct, frozen=True):
    """A second factor. Before its first code it is not `active`. `last_step`: of the last code that was taken, so that
    none is taken twice; `recovery`: SHA-256 of the recovery codes that are left."""

    secret: str
    active: bool = False
    last_step: int = 0
    recovery: tuple[str, ...] = ()


def new_factor() -> Factor:
    """A factor with a fresh secret of 160 random bits."""
    return Factor(pyotp.random_base32())


def uri_of(factor: Factor, name: str) -> str:
    """What an authenticator application reads from a QR code: `otpauth://…`."""
    return pyotp.TOTP(factor.secret, interval=STEP_S).provisioning_uri(name=name, issuer_name=ISSUER)


def take(factor: Factor, code: str, now_ms: TimeMs) -> Factor | None:
    """The factor after this code; None: it is wrong, or was taken before. A recovery code is used up."""
    compact = "".join(code.split()).replace("-", "").upper()
    step = _step_of(factor, compact, now_ms)
    if step is not None:
        return msgspec.structs.replace(factor, last_step=step)
    hashed = _hash(compact)
    if factor.active and hashed in factor.recovery:
        return msgspec.structs.replace(factor, recovery=tuple(each for each in factor.recovery if each != hashed))
    return None


def activate(factor: Factor) -> tuple[Factor, list[str]]:
    """The factor switched on, and its recovery codes, which are shown once."""
    codes = [secrets.token_hex(_RECOVERY_BYTES).upper() for _ in range(RECOVERY_CODES)]
    active = msgspec.structs.replace(factor, active=True, recovery=tuple(_hash(code) for code in codes))
    return active, [f"{code[:5]}-{code[5:]}" for code in codes]


def _step_of(factor: Factor, code: str, now_ms: TimeMs) -> int | None:
    """The step whose code this is, of those that may be meant now; None: of none that has not been taken."""
    if not (code.isascii() and code.isdigit()):
        return None
    totp, now_step = pyotp.TOTP(factor.secret, interval=STEP_S), now_ms // 1000 // STEP_S
    for step in range(now_step - _SKEW_STEPS, now_step + _SKEW_STEPS + 1):
        if step > factor.last_step and totp.verify(code, for_time=step * STEP_S):
            return step
    return None


def _hash(code: str) -> str:
    return hashlib.sha256(code.encode(errors="surrogatepass")).hexdigest()
