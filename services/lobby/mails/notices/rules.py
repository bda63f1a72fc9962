"""Which notices are mailed, and the link that ends that (RULES.md §25). Pure."""

import base64
import hashlib
import hmac
from collections.abc import Mapping

from services.contracts.lobby.people.notice_mails import MailKind
from services.contracts.lobby.people.push import PushKind
from services.lobby.push.rules import KINDS

DAY_MAX = 6
"""Mails of all kinds that an account gets in any 24 hours."""
_MAC_BYTES = 24


def mail_kind(kind: PushKind) -> MailKind | None:
    """The kind as one of mails; None: nothing of it is mailed."""
    return None if kind == "turn" or kind == "problem" else kind


def is_within_limits(kind: MailKind, sent: Mapping[MailKind, int]) -> bool:
    """Whether one more mail may be sent after those of the last 24 hours."""
    return sent.get(kind, 0) < KINDS[kind].mails_day_max and sum(sent.values()) < DAY_MAX


def sign(account: str, key: str) -> str:
    """What the link that ends an account's mails says: the account, and proof that it comes from one of its mails.
    `key`: a secret of this account alone."""
    mac = hmac.digest(key.encode(), f"end-mails|{account}".encode(), hashlib.sha256)[:_MAC_BYTES]
    return f"{account}.{base64.urlsafe_b64encode(mac).decode()}"


def account_of(link: str) -> str:
    """The account that a link names, before it is proved."""
    return link.rpartition(".")[0]


def is_signed(link: str, account: str, key: str) -> bool:
    """Whether a link is the one of this account, compared in constant time."""
    return hmac.compare_digest(sign(account, key).encode(), link.encode(errors="surrogatepass"))
