"""Accounts: services/lobby/RULES.md §1."""

import unicodedata
from datetime import date

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.kernel.refusal import Refusal
from services.lobby.accounts.rules import (
    AccountSettings,
    Registration,
    Username,
    check_password,
    check_password_change,
    read_birth_date,
    read_email,
    read_username,
    register,
    username_key,
)

TODAY = date(2027, 3, 10)
FORM = Registration("Μαρία_7", "Maria@Example.org", "ten letters or more", "2009-03-10")


@pytest.mark.parametrize("name", ["ana", "Ana.B-7_", "Ελένη", "Иван99", "李小龙", "x" * 20, "٣٤٥"])
def test_names_of_letters_and_digits_of_any_script_are_accepted(name):
    assert read_username(name).shown == name


@pytest.mark.parametrize(
    "name", ["", "ab", "x" * 21, "an na", " ana", "ana!", "a\u200bna", "a\nb", "<b>x", "😀😀😀", "\ud800abc"]
)
def test_other_names_are_invalid(name):
    assert read_username(name).error == "username_invalid"


def test_names_are_unique_after_compatibility_forms_and_case():
    assert username_key("ΜΑΡΊΑ") == username_key("μαρία")
    assert read_username("Ａｎａ") == Username("Ana", "ana")
    assert username_key("STRASSE") == username_key("straße")
    assert username_key("ﬁona") == username_key("FIONA")


def test_length_counts_after_normalisation():
    assert read_username("ﬃ").shown == "ffi"
    assert read_username("x" * 18 + "ﬃ").error == "username_invalid"


def test_the_name_of_a_computer_player_cannot_be_registered():
    assert read_username("bot-2") == read_username("BOT-2") == Refusal("username_taken")
    assert read_username("bot-x").shown == "bot-x"


@settings(max_examples=80)
@given(st.text(min_size=1, max_size=20))
def test_a_key_is_its_own_key(name):
    assert username_key(username_key(name)) == username_key(name)


@pytest.mark.parametrize("address", ["ana@example.org", "a.b+tag@sub.example.org", "ELENI@EXAMPLE.GR", " x@y.gr "])
def test_addresses_are_kept_in_lower_case(address):
    assert read_email(address) == address.strip().lower()


@pytest.mark.parametrize(
    "address",
    ["", "ana", "ana@", "@example.org", "ana@example", "a@b@c.org", "a b@c.org", "a@c..org", "a@.org", ".a@b.org",
     "a@b.org,c@d.org", "x" * 65 + "@b.org", "x@" + "y" * 250 + ".org", "a\x00@b.org", "a@b.o\ud800rg"],
)  # fmt: skip
def test_other_addresses_are_invalid(address):
    assert read_email(address) == Refusal("email_invalid")


@pytest.mark.parametrize(
    ("password", "weak"),
    [
        ("x" * 9, True),
        ("plum garage", False),
        ("x" * 10, True),
        ("password123", True),
        ("PASSWORD123", True),
        ("drowssap321", True),
        ("qwertyuiop", True),
        ("12.03.1990", True),
        ("maria12345", True),
        ("plum garage " + "xq7" * 38, False),
        ("x" * 129, True),
        ("maria_maria", True),
        ("MARIA_maria", True),
        ("maria@example.org", True),
        ("maria@example.orgs", False),
    ],
)
def test_a_password_has_10_to_128_characters_and_is_neither_known_nor_easily_guessed(password, weak):
    answer = check_password(password, "Maria_Maria", "maria@example.org")
    assert answer == (Refusal("password_weak") if weak else None)


def test_a_password_change_is_refused_for_the_current_one_the_same_one_and_weakness_in_this_order():
    assert check_password_change(False, True, "x", "ana", "a@b.gr") == Refusal("password_wrong")
    assert check_password_change(True, True, "x", "ana", "a@b.gr") == Refusal("password_same")
    assert check_password_change(True, False, "x", "ana", "a@b.gr") == Refusal("password_weak")
    assert check_password_change(True, False, "a good long one", "ana", "a@b.gr") is None


def test_the_underage_are_refused_until_their_birthday():
    assert read_birth_date("2009-03-10", TODAY) == date(2009, 3, 10)
    assert read_birth_date("2009-03-11", TODAY) == Refusal("underage")
    assert read_birth_date("2030-01-01", TODAY) == Refusal("underage")
    assert read_birth_date("10/3/2009", TODAY) == Refusal("birth_date_invalid")


def test_a_registration_gives_the_account_to_store():
    account = register(FORM, TODAY)
    assert (account.username.shown, account.email) == ("Μαρία_7", "maria@example.org")
    assert account.birth_date == date(2009, 3, 10)


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ({"username": "x"}, "username_invalid"),
        ({"username": "bot-1"}, "username_taken"),
        ({"email": "x"}, "email_invalid"),
        ({"password": "x"}, "password_weak"),
        ({"password": "MARIA@example.org"}, "password_weak"),
        ({"password": "maria@example.org", "email": " Maria@example.org "}, "password_weak"),
        ({"birth_date": "soon"}, "birth_date_invalid"),
        ({"birth_date": "2020-01-01"}, "underage"),
    ],
)
def test_each_fault_of_a_registration_has_its_code(fault, error):
    assert register(msgspec.structs.replace(FORM, **fault), TODAY).error == error


def test_faults_are_answered_in_the_order_of_the_form():
    faults = {"username": "x", "email": "x", "password": "x", "birth_date": "2020-01-01"}
    answers = []
    for field in faults:
        answers.append(register(msgspec.structs.replace(FORM, **faults), TODAY, 20, AccountSettings()).error)
        faults = {**faults, field: getattr(FORM, field)}
    assert answers == ["username_invalid", "email_invalid", "password_weak", "underage"]


def test_registrations_from_one_address_are_limited_only_where_the_operator_says_so():
    assert not isinstance(register(FORM, TODAY, 20), Refusal)
    assert register(FORM, TODAY, 20, AccountSettings(register_per_ip_day=20)) == Refusal("registration_limit")
    assert not isinstance(register(FORM, TODAY, 20, AccountSettings(register_per_ip_day=21)), Refusal)


def test_the_shown_name_is_composed():
    decomposed = unicodedata.normalize("NFD", "Μαρία")
    assert read_username(decomposed).shown == "Μαρία"
