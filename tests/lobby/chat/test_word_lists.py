"""Words of the operator's lists in chat: services/moderation/RULES.md §7."""

import pytest

from services.contracts.lobby.accounts import accounts as requests
from services.contracts.lobby.people.conduct import ChatMatched
from services.contracts.moderation.orders import OrderPlaced, PostTerms, SettingChanged
from services.kernel.text.word_lists import CHAT_WORDS, HAND_TALK_WORDS
from services.lobby.accounts.terms import use_cases as posted_terms
from services.lobby.chat import use_cases as chat
from services.lobby.chat.rules import find_listed
from tests.lobby.local_lobby import LocalLobby


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


def test_a_line_with_listed_words_is_published_and_reported_to_moderation(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    table = lobby.started(ana, ben)
    assert lobby.say(ana, "you idiot").text == "you idiot"
    assert lobby.say(ana, "I have the ace").text
    said = lobby.say(ben, "I have the ace", f"table:{table}")
    told = [ChatMatched(**body) for key, body in lobby.published() if key == "lobby.chat_matched"]
    assert [(each.account, each.kind, each.table) for each in told] == [
        (ana.account, "words", None),
        (ben.account, "hand_talk", table),
    ]
    assert told[1].line == said.id


def test_an_operator_changes_the_lists_and_the_newest_holds(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    lists = [(2, ["thief"]), (1, ["liar"])]
    for seq, words in lists:
        news = SettingChanged(name="chat_words", seq=seq, value=words)
        lobby.deliver(chat.settings_changed, news, SettingChanged(name="yellow_limit", seq=seq, value=7))
    for text in ("you liar", "you thief", "you idiot"):
        lobby.say(ana, text)
    told = [ChatMatched(**body) for key, body in lobby.published() if key == "lobby.chat_matched"]
    assert [each.found for each in told] == [["thief"]]


@pytest.mark.parametrize("words", [CHAT_WORDS, HAND_TALK_WORDS])
def test_the_lists_that_come_with_the_platform_have_each_word_once_and_find_it(words: tuple[str, ...]) -> None:
    assert len({word.casefold() for word in words}) == len(words) > 50
    assert all(word in find_listed(f"… {word}!", words) for word in words)


def test_an_order_posts_the_next_terms(lobby: LocalLobby) -> None:
    texts = {"el": "Νέοι κανόνες.", "en": "New rules.", "es": "Nuevas reglas."}
    for number, order in enumerate((PostTerms(**texts), PostTerms(**texts | {"es": " "}))):
        placed = OrderPlaced(order=f"o{number}", by="olga", reason="for a good reason", operation=order)
        lobby.deliver(posted_terms.terms_ordered, placed)
    answers = [body for key, body in lobby.published() if key == "orders.order_answered"]
    assert [(each["order"], each["error"]) for each in answers] == [("o0", None), ("o1", "bad_request")]
    assert lobby.ask(requests.GetTerms()).version == 2
