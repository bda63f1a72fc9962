"""Links, second factors, networks, delays and mails, without a database (RULES.md §1, §8)."""

import string
from typing import get_args

import msgspec
import pyotp
import pytest

from services.kernel.languages import LANGUAGES
from services.kernel.refusal import Refusal
from services.lobby.access import factor_codes as factors
from services.lobby.access import lockout, networks
from services.lobby.mails import letters, links
from services.lobby.mails.links import Link

HOUR_MS = 3_600_000
NOW_MS = 1_800_000_000_000


# --- links ---


@pytest.mark.parametrize(("kind", "hours"), [("confirm", 168), ("change", 24), ("password", 1)])
def test_a_link_holds_once_for_its_time_and_for_its_purpose(kind, hours):
    link = Link("hash", "ana", kind, "a@b.org", NOW_MS)
    assert links.check(link, (kind,), NOW_MS + hours * HOUR_MS - 1) == link
    others = tuple({"confirm", "change", "password"} - {kind})
    used = msgspec.structs.replace(link, used_at_ms=NOW_MS)
    for refused in (
        links.check(link, (kind,), NOW_MS + hours * HOUR_MS),
        links.check(link, others, NOW_MS),
        links.check(used, (kind,), NOW_MS),
        links.check(None, (kind,), NOW_MS),
    ):
        assert refused == Refusal("link_invalid"), "and no answer tells which it was"


# --- second factors ---


def active(secret="JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"):
    return factors.activate(factors.Factor(secret))


def code_at(factor, ms):
    return pyotp.TOTP(factor.secret).at(ms // 1000)


def test_a_code_is_taken_once_and_one_step_early_or_late():
    factor, _ = active()
    code = code_at(factor, NOW_MS)
    after = factors.take(factor, f" {code[:3]} {code[3:]} ", NOW_MS)
    assert after is not None
    assert factors.take(after, code, NOW_MS) is None, "who looked over the shoulder comes too late"
    assert factors.take(factor, code, NOW_MS + 30_000) is not None
    assert factors.take(factor, code, NOW_MS - 30_000) is not None
    assert factors.take(factor, code, NOW_MS + 90_000) is None


def test_ten_recovery_codes_are_each_good_once():
    factor, codes = active()
    assert len(set(codes)) == 10
    assert all(len(code) == 11 and set(code) <= set(string.hexdigits + "-") for code in codes)
    after = factors.take(factor, codes[3].lower(), NOW_MS)
    assert after is not None
    assert len(after.recovery) == 9
    assert factors.take(after, codes[3], NOW_MS) is None
    assert factors.take(after, codes[4], NOW_MS) is not None


@pytest.mark.parametrize("code", ["", "000000", "abc", "0" * 500, "\ud800", "١٢٣٤٥٦"])
def test_nonsense_is_a_wrong_code(code):
    factor, _ = active()
    if code != code_at(factor, NOW_MS):
        assert factors.take(factor, code, NOW_MS) is None


def test_a_factor_that_is_not_switched_on_has_no_recovery_codes():
    factor = factors.new_factor()
    assert factor.recovery == ()
    assert factor.secret != factors.new_factor().secret
    assert factors.uri_of(factor, "Ana").startswith(f"otpauth://totp/Kafeneio:Ana?secret={factor.secret}")


# --- networks ---


@pytest.mark.parametrize(
    ("address", "shown", "household"),
    [
        ("192.0.2.77", "192.0.2.0/24", "192.0.2.77"),
        ("::ffff:192.0.2.77", "192.0.2.0/24", "192.0.2.77"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48", "2001:db8:1:2::/64"),
        ("", "", ""),
        ("unix", "unix", "unix"),
    ],
)
def test_a_network_is_kept_and_not_the_address(address, shown, household):
    assert networks.network_of(address) == shown
    assert networks.household_of(address) == household


def test_the_addresses_of_one_ipv6_household_count_together():
    assert networks.household_key("2001:db8:1:2::1") == networks.household_key("2001:db8:1:2:ffff::9")
    assert networks.household_key("2001:db8:1:2::1") != networks.household_key("2001:db8:1:3::1")
    assert networks.household_key("") == ""


# --- delays ---


def test_a_network_that_guesses_waits_ever_longer_and_never_more_than_a_quarter_of_an_hour():
    state, waits = lockout.OPEN, []
    for _ in range(34):
        assert lockout.check_delay(state, NOW_MS) is None or waits
        state = lockout.delay(state, NOW_MS)
        refusal = lockout.check_delay(state, NOW_MS)
        waits.append(0 if refusal is None else refusal.detail["retry_after_s"])
    assert waits[:20] == [0] * 20
    assert waits[20:31] == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900]
    assert max(waits) == 900
    assert lockout.check_delay(state, NOW_MS + 900_000) is None


# --- mails ---


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("letter", get_args(letters.Letter))
def test_every_mail_is_written_in_every_language(letter, language):
    values = {"name": "Ana", "link": "https://h/x#y", "network": "192.0.2.0/24", "at": letters.moment(NOW_MS)}
    values |= {"provider": "Google", "program": "Chess clock"}
    mail = letters.write(letter, language, "a@b.org", **values)
    assert mail.to == "a@b.org"
    assert "Ana" in mail.body
    assert "{" not in mail.subject + mail.body
    assert ("https://h/x#y" in mail.body) == (letter in ("confirm", "change", "password"))
    assert "\n" not in mail.subject
