"""Words of the operator's lists in chat: services/moderation/RULES.md §7."""

import pytest

from services.contracts.conduct import ChatMatched
from services.lobby.word_lists import find_listed
from tests.lobby.house import House


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("You IDIOT!", ["idiot"]),
        ("idiotic", []),
        ("I have the  ACE, partner", ["have the ace"]),
        ("Βλάκα είσαι", ["βλακα"]),
        ("", []),
    ],
)
def test_whole_words_are_found_whatever_their_case_and_accents(text: str, found: list[str]) -> None:
    assert find_listed(text, ["idiot", "have the ace", "βλακα", "…"]) == found


def test_a_line_with_listed_words_is_said_and_told_to_moderation(house: House) -> None:
    house.set(chat_words=["idiot"], hand_talk_words=["have the ace"])
    ana, ben = house.enter("Ana", "Ben")
    table = house.started(ana, ben)
    assert house.say(ana, "you idiot").text == "you idiot"
    assert house.say(ana, "I have the ace").text
    said = house.say(ben, "I have the ace", f"table:{table}")
    told = [ChatMatched(**body) for key, body in house.told() if key == "lobby.chat_matched"]
    assert [(each.account, each.kind, each.table) for each in told] == [
        (ana.account, "words", None),
        (ben.account, "hand_talk", table),
    ]
    assert told[1].line == said.id
