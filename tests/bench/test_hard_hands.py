"""The hardest single questions are answered in time, with room for a loaded machine."""

import pytest

from bench.games import hard_hands

QUESTIONS = hard_hands.questions()


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda each: each.name)
def test_a_hard_question_is_answered_in_time(question: hard_hands.Question) -> None:
    assert hard_hands.best_ms(question.ask) < question.limit_ms


def test_every_big_hand_has_39_cards_and_every_other_one_eleven() -> None:
    assert len(f"{hard_hands.NATURAL} {hard_hands.ALL_TWOS}".split()) == 39
    assert len(f"{hard_hands.NATURAL} {hard_hands.JOKERS_AND_TWOS}".split()) == 39
    assert {len(hand.split()) for hand in hard_hands.DYNAMITIS_HANDS} == {11}
