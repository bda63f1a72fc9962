"""The computer players of koum-kan, thanasis and dynamitis, and what they remember (games/koumkan/RULES.md §12)."""

from collections import Counter
from typing import Any

import pytest

from games.koumkan.bot import seen
from games.koumkan.hand_splits import Splitter
from games.koumkan.meld_rules import wild_cards
from games.koumkan.prospects import prospect, unseen
from games.toolkit.double_deck import CARDS, TEXT
from tests.games.koumkan.hands import GAMES, cards_of
from tests.games.melding import computers

TWO: dict[str, Any] = {"seats": 2}


@pytest.mark.parametrize("game", GAMES)
def test_every_move_is_allowed_and_the_same_again(game: str) -> None:
    computers.assert_allowed_and_the_same_again(GAMES[game], TWO, steps=90, every=9)


@pytest.mark.parametrize("game", GAMES)
def test_weaker_computers_slip_more_often(game: str) -> None:
    slips = computers.slips(GAMES[game], TWO, 60)
    assert slips["strong"] == 0 <= slips["medium"] < slips["easy"]


@pytest.mark.parametrize("game", GAMES)
def test_what_was_seen_is_not_thought_to_come(game: str) -> None:
    for state, seat, history, _ in computers.moments(GAMES[game], TWO, "seen", 60):
        rest = unseen(seen(GAMES[game].view(state, seat), history))
        hidden = Counter(TEXT[card] for card in (*state.stock, *state.hands[1 - seat]))
        coming = Counter({TEXT[card]: count for card, count in zip(rest.cards, rest.counts, strict=True)})
        taken = sum(each.kind == "draw" and each.data["from"] == "discard" for each in history)
        assert not coming - hidden and hidden.total() - rest.total <= taken


@pytest.mark.parametrize(
    "held",
    ["3c 4c 5c 9c 9d 9h Td Jd 6s 7s", "3c 4c 5c 9c 9d 9h Td Jd Qd 6s", "3c 4c 5c 9c 9d X Td Jd Qd 6s", "Ac 5d 9h Kc"],
)
def test_a_prospect_is_what_every_draw_and_the_best_discard_come_to(held: str) -> None:
    wild, hand = wild_cards("thanasis", cards_of("Ks")[0]), cards_of(held)
    rest = unseen([TEXT[card] for card in (*hand, *cards_of("Ks"))])
    outs, left = 0, 0
    for face, count in zip((TEXT[card] for card in rest.cards), rest.counts, strict=True):
        drawn = next(card for card in CARDS if TEXT[card] == face and card not in hand)
        splitter = Splitter("thanasis", wild, (*hand, drawn))
        least = min(splitter.deadwood(card) for card in (*hand, drawn))
        outs, left = outs + count * (least == 0), left + count * least
    found = prospect("thanasis", wild, hand, rest)
    assert found.out == pytest.approx(outs / rest.total)
    assert found.deadwood == pytest.approx(left / rest.total, abs=0.5)
