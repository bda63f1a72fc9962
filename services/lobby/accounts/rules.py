"""Accounts: names, addresses, passwords, ages, and what a registration must bring (RULES.md §1)."""

import re
import unicodedata
from collections.abc import Sequence
from datetime import date

import msgspec
from zxcvbn import zxcvbn

from services.kernel.persons.ages import years_of
from services.kernel.persons.bot_accounts import is_bot_name
from services.kernel.refusal import Refusal
from services.kernel.text.dates import read_date
from services.kernel.text.unicode_text import has_ignorable, normal_password, trimmed
from services.lobby.accounts.guest_accounts.names import is_guest_name
from services.lobby.accounts.look_alike_names import is_reserved

USERNAME_SIGNS = "_.-"
OLDEST = date(1900, 1, 1)
AGE_MAX = 125
"""Nobody has become older; an earlier date of birth is a slip of the finger."""
EMAIL_LENGTH_MAX = 254
EMAIL_LOCAL_LENGTH_MAX = 64

_ATOM = r"[^\s@.,;:<>()\[\]\"\\]+"
_EMAIL = re.compile(rf"{_ATOM}(\.{_ATOM})*@{_ATOM}(\.{_ATOM})+")
_COMPUTER_NAME = re.compile(r"bot-[0-9]+")
GUESSES_LOG10_MIN = 6.0
"""A password that takes fewer than a million guesses is weak: online guessing, though slow, would find it."""
_READ_MAX = 72
"""The part of a password that the library reads; the rest can only make it harder to guess."""


class AccountSettings(msgspec.Struct, frozen=True):
    """The operator's settings of accounts."""

    username_length_min: int = 3
    username_length_max: int = 20
    password_length_min: int = 10
    password_length_max: int = 128
    min_age: int = 18
    min_age_house: int = 21
    """The least age for house-banked games."""
    register_per_ip_day: int = 0
    """Accounts from one address and UTC day; 0: no limit."""


class Username(msgspec.Struct, frozen=True):
    """A name as shown, and the key under which it is unique."""

    shown: str
    key: str


class Registration(msgspec.Struct, frozen=True):
    """The fields of a registration, as sent; `birth_date` is a calendar date, `2001-12-31`. With a passkey or
    a provider address and password may be left out (`without_password`)."""

    username: str
    email: str
    password: str
    birth_date: str
    without_password: bool = False


class NewAccount(msgspec.Struct, frozen=True):
    """A registration that may be stored (the password hashed) unless its name or address is taken by now. `email`
    empty: none was given."""

    username: Username
    email: str
    birth_date: date


DEFAULTS = AccountSettings()


def username_key(name: str) -> str:
    """The text under which a name is unique: NFKC, case folded, without what keyboards add at its ends."""
    return trimmed(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()))


def read_username(raw: str, settings: AccountSettings = DEFAULTS) -> Username | Refusal:
    """A name in NFKC with its key; `username_invalid`, or `username_taken` for names of computer players, bot and
    guest accounts, and what looks like the platform's own."""
    shown = unicodedata.normalize("NFKC", raw)
    if not settings.username_length_min <= len(shown) <= settings.username_length_max:
        return Refusal("username_invalid", {"length": len(shown)})
    if has_ignorable(shown) or not any(sign.isalnum() for sign in shown):
        return Refusal("username_invalid")
    if not all(sign.isalpha() or sign.isdecimal() or sign in USERNAME_SIGNS for sign in shown):
        return Refusal("username_invalid")
    key = username_key(shown)
    taken = _COMPUTER_NAME.fullmatch(key) is not None or is_guest_name(key) or is_bot_name(key) or is_reserved(shown)
    return Refusal("username_taken") if taken else Username(shown, key)


def read_email(raw: str) -> str | Refusal:
    """The address in lower case; `email_invalid`."""
    address = trimmed(raw).lower()
    local = address.partition("@")[0]
    fits = len(address) <= EMAIL_LENGTH_MAX and len(local) <= EMAIL_LOCAL_LENGTH_MAX
    return address if fits and address.isprintable() and _EMAIL.fullmatch(address) else Refusal("email_invalid")


def check_password(password: str, username: str, email: str, settings: AccountSettings = DEFAULTS) -> Refusal | None:
    """`password_weak`: too short or long in its normal form, the name or address in any case, or easily guessed
    (`is_guessable`)."""
    password = normal_password(password)
    fits = settings.password_length_min <= len(password) <= settings.password_length_max
    known = {username_key(username), username_key(email)}
    if not fits or username_key(password) in known:
        return Refusal("password_weak")
    return Refusal("password_weak") if is_guessable(password, (username, email.partition("@")[0])) else None


def check_password_change(
    current_matches: bool, same: bool, new: str, username: str, email: str, settings: AccountSettings = DEFAULTS
) -> Refusal | None:
    """`password_wrong`, `password_same`, `password_weak`, in this order. Whoever knows the hash says the first two."""
    if not current_matches:
        return Refusal("password_wrong")
    return Refusal("password_same") if same else check_password(new, username, email, settings)


def read_birth_date(raw: str, today: date, settings: AccountSettings = DEFAULTS) -> date | Refusal:
    """The date of birth; `birth_date_invalid` for another form than `2001-12-31` and for one so long ago that nobody
    alive has it, `underage`."""
    birth_date = read_date(raw)
    if birth_date is None or birth_date < OLDEST or years_of(birth_date, today) > AGE_MAX:
        return Refusal("birth_date_invalid")
    return birth_date if years_of(birth_date, today) >= settings.min_age else Refusal("underage")


def check_house_age(birth_date: date | None, today: date, settings: AccountSettings = DEFAULTS) -> Refusal | None:
    """`age_restricted`: too young for house-banked games; the birthday itself is enough."""
    old_enough = birth_date is not None and years_of(birth_date, today) >= settings.min_age_house
    return None if old_enough else Refusal("age_restricted", {"min_age": settings.min_age_house})


def register(
    form: Registration, today: date, from_address_today: int = 0, settings: AccountSettings = DEFAULTS
) -> NewAccount | Refusal:
    """The account that the form asks for, or the first refusal in the order of RULES.md §1.

    `from_address_today`: accounts registered from the same network address on this UTC day. `username_taken` and
    `email_taken` come last, from the store, which alone can know them for certain.
    """
    username = read_username(form.username, settings)
    email = "" if form.without_password and not form.email.strip() else read_email(form.email)
    without_password = form.without_password and not form.password
    weak = None if without_password else check_password(form.password, form.username, form.email.strip(), settings)
    birth_date = read_birth_date(form.birth_date, today, settings)
    limit = settings.register_per_ip_day
    crowded = Refusal("registration_limit") if limit and from_address_today >= limit else None
    refusals = [answer for answer in (username, email, weak, birth_date, crowded) if isinstance(answer, Refusal)]
    if refusals or isinstance(username, Refusal) or isinstance(email, Refusal) or isinstance(birth_date, Refusal):
        return refusals[0]
    return NewAccount(username, email, birth_date)


def is_guessable(password: str, own_words: Sequence[str] = ()) -> bool:
    """Whether a password takes fewer than a million guesses, by lists of common ones, words, keyboard rows, dates and
    repeats. `own_words`: facts about its owner. The lists are part of the library, so no other system is asked."""
    words = [word for word in own_words if word]
    found = zxcvbn(password[:_READ_MAX], user_inputs=words)
    return float(found["guesses_log10"]) < GUESSES_LOG10_MIN
