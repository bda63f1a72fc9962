"""Tavli and pilotta to the end, and what a guest at the door keeps, in every engine."""

import uuid

import pytest

from tests.engines.conftest import Arrive
from tests.engines.tab import PHONE
from tests.engines.tables import is_over, play_pilotta, play_turn_of_tavli, practise

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]


def test_a_guest_plays_from_the_door_and_an_account_keeps_the_game(arrive: Arrive) -> None:
    person = arrive("guest", PHONE)
    person.press("button", "Play Tavli now")
    person.sees(role="heading", name="Tavli")
    play_turn_of_tavli(person)
    assert person.me()["account"]["guest"]
    person.press("button", "Menu of the table")
    person.press("button", "Leave the game")
    person.press("button", "Leave")
    person.press("link", "Make an account")
    person.name = f"Niki{uuid.uuid4().hex[:5]}"
    person.fill_registration()
    assert not person.me()["account"]["guest"]
    person.tab.go(f"{person.url}/matches")
    person.sees(role="link", pattern="Tavli")
    assert person.tab.complaints() == []


def test_tavli_is_played_to_the_end(arrive: Arrive) -> None:
    person = arrive("tina").register()
    practise(person, "Tavli", "Portes", "1 point")
    while not is_over(person):
        play_turn_of_tavli(person)
    person.sees(role="link", name="Replay")
    assert person.tab.complaints() == []


def test_pilotta_is_played_to_the_end(arrive: Arrive) -> None:
    person = arrive("petra", PHONE).register()
    practise(person, "Pilotta", "101")
    while not is_over(person):
        play_pilotta(person)
    person.sees(role="link", name="Replay")
    assert person.tab.complaints() == []
