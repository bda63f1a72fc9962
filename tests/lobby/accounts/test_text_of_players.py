"""Names, chat, passwords and dates of players, by what people see: services/lobby/RULES.md §1, §3, §4, §16."""

import unicodedata
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.contracts.lobby.accounts import access, privacy
from services.contracts.lobby.accounts import accounts as contract
from services.contracts.lobby.people import conduct
from services.contracts.moderation import appeals as discipline
from services.kernel.refusal import Refusal
from services.kernel.text import unicode_text as text
from services.lobby.accounts import credential_rows as accounts_store
from services.lobby.accounts import rules as accounts
from services.lobby.chat import rules as chat
from tests.lobby.local_lobby import LocalLobby

TODAY = date(2027, 3, 10)
GREEK = "κωδικός-Ωραίος-ένα-47"
NEWER = "άλλος-Ωραίος-κωδικός-48"
NFD = unicodedata.normalize("NFD", GREEK)
APPEAL = discipline.Appeal(
    id="p1", account="a", kind="block", of="b", text="It was not me.", created_at_ms=1, decided_by="mia"
)


# --- names ---


@pytest.mark.parametrize(
    "name",
    [
        "\u3164\u3164\u3164", "anna\u115f_k", "ann\u3164a_k", "\uffa0\uffa0\uffa0", "an\u034fna", "\u17b4\u17b5\u17b4",
        "a\u180bnna", "\U00013441\U00013442\U00013441", "anna\U000e0061",
        "___", "...", "-_.", "an\u200dna", "anna\ufe0f", "an\u00adna",
    ],
    ids=ascii,
)  # fmt: skip
def test_a_name_without_visible_letters_or_with_hidden_signs_is_invalid(name: str) -> None:
    answer = accounts.read_username(name)
    assert isinstance(answer, Refusal)
    assert answer.error == "username_invalid"


@given(st.text(min_size=3, max_size=20))
def test_no_name_has_a_sign_that_shows_nothing(name: str) -> None:
    answer = accounts.read_username(name)
    if not isinstance(answer, Refusal):
        assert text.is_shown(answer.shown)
        assert not text.has_ignorable(answer.shown)
        assert not text.has_ignorable(answer.key)


def test_a_login_takes_what_a_phone_adds(lobby: LocalLobby) -> None:
    lobby.register("Anna")
    for typed in ("anna ", " Anna", "ANNA\u200b", "\u200eAnna\u00a0", "Anna@example.org ", " ANNA@EXAMPLE.ORG\u200b"):
        assert isinstance(lobby.log_in(typed), contract.Session), ascii(typed)


# --- chat and names of tables ---


@pytest.mark.parametrize(
    "nothing", ["\u3164", "\u2800", "\u00ad\u00ad", "\u200e", "\U000e0041\U000e0042", "\u115f", "\u200d", "\u0301"]
)
def test_a_message_that_shows_nothing_is_empty(nothing: str) -> None:
    assert chat.read_message(nothing) == Refusal("chat_empty")


@pytest.mark.parametrize(
    "name", ["\u3164\u3164\u3164", "\u2800\u2800\u2800", "\u00ad\u00ad\u00ad", "\u200ea\u200e", "👩‍👩‍👧‍👦"]
)
def test_a_table_has_a_name_of_three_signs(lobby: LocalLobby, name: str) -> None:
    ana, _ = lobby.enter("Ana", "Ben")
    assert lobby.create(ana, name=name).error == "table_name_invalid"


def test_emoji_and_scripts_are_kept_in_chat_and_in_names_of_tables(lobby: LocalLobby) -> None:
    ana, _ = lobby.enter("Ana", "Ben")
    line = "👩‍👩‍👧‍👦 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f می‌خواهم שָׁלוֹם नमस्ते"
    assert lobby.say(ana, line).text == line
    assert lobby.create(ana, name=f"{line}\u202e").name == line


def test_lengths_count_signs_and_are_bounded_in_code_points() -> None:
    assert chat.read_message("👍🏽" * 300) == "👍🏽" * 300
    assert chat.read_message("👍🏽" * 301) == Refusal("chat_too_long", {"length": 301})
    assert chat.read_message("👩‍👩‍👧‍👦" * 200) == Refusal("chat_too_long", {"length": 200})


# --- passwords ---


def change_password(lobby: LocalLobby, token: str, password: str) -> Any:
    return lobby.ask(contract.ChangePassword(token=token, current=password, new=NEWER))


def change_email(lobby: LocalLobby, token: str, password: str) -> Any:
    return lobby.ask(access.ChangeEmail(token=token, password=password, email="x@example.org"))


def begin_factor(lobby: LocalLobby, token: str, password: str) -> Any:
    return lobby.ask(access.BeginFactor(token=token, password=password))


def erase(lobby: LocalLobby, token: str, password: str) -> Any:
    return lobby.ask(privacy.EraseAccount(token=token, password=password))


def log_in(lobby: LocalLobby, _token: str, password: str) -> Any:
    return lobby.log_in("Ana", password)


def appeal(lobby: LocalLobby, _token: str, password: str) -> Any:
    lobby.rpc.answers[discipline.FileAppeal] = APPEAL
    return lobby.ask(conduct.FileAppeal(username="Ana", password=password, text="It was not me."))


OPERATIONS = [change_password, change_email, begin_factor, erase, log_in, appeal]


@pytest.mark.parametrize(
    ("stored", "typed"), [(GREEK, NFD), (NFD, GREEK), ("a b c\u00a0d 47 ελα", "a b c d\u300047 ελα")]
)
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: each.__name__)
def test_a_password_is_the_same_on_every_keyboard(lobby: LocalLobby, operation: Any, stored: str, typed: str) -> None:
    lobby.set(mail_transport="smtp", mail_link_home="https://play.example")
    session = lobby.register("Ana", password=stored)
    assert not isinstance(operation(lobby, session.token, typed), Refusal)


def test_a_new_password_in_another_form_is_the_same_one(lobby: LocalLobby) -> None:
    session = lobby.register("Ana", password=GREEK)
    same = contract.ChangePassword(token=session.token, current=GREEK, new=NFD)
    assert lobby.ask(same) == Refusal("password_same")


@pytest.mark.parametrize("kept", [GREEK, NFD], ids=["NFC", "NFD"])
@pytest.mark.parametrize("typed", [GREEK, NFD], ids=["NFC", "NFD"])
def test_hashes_of_before_go_on_working_and_are_replaced(lobby: LocalLobby, kept: str, typed: str) -> None:
    account = lobby.register("Ana", password=GREEK).account.account
    lobby.database.run(accounts_store.save_password, account, f"hash of {kept}")
    assert isinstance(lobby.log_in("Ana", typed), contract.Session)
    assert lobby.database.run(accounts_store.find, account).password_hash == f"hash of {GREEK}"


def test_a_password_is_as_long_as_in_its_normal_form() -> None:
    assert accounts.check_password("e\u0301" * 9, "ana", "a@example.org") == Refusal("password_weak")


# --- dates ---


@pytest.mark.parametrize(
    "raw",
    [
        "0001-01-01", "0017-05-05", "1800-01-01", "1899-12-31", "1901-03-09", "20000101", "2000-W01-1", "2000W011",
        "2000-001", "２０００-01-01", "٢٠٠٠-01-01", "2000-1-1", " 2000-01-01", "2000-01-01\n", "2000-01-01T00:00",
        "2000-02-30", "+2000-01-01", "",
    ],
    ids=ascii,
)  # fmt: skip
def test_a_birth_date_has_one_form_and_bounds(raw: str) -> None:
    assert accounts.read_birth_date(raw, TODAY) == Refusal("birth_date_invalid")


@pytest.mark.parametrize("raw", ["2001-12-31", "1902-03-10", "1952-02-29"])
def test_birth_dates_of_people_are_taken(raw: str) -> None:
    assert accounts.read_birth_date(raw, TODAY) == date.fromisoformat(raw)


@given(st.text(max_size=12))
def test_whatever_is_taken_as_a_birth_date_is_written_as_it_was_read(raw: str) -> None:
    answer = accounts.read_birth_date(raw, TODAY)
    assert isinstance(answer, Refusal) or answer.isoformat() == raw
