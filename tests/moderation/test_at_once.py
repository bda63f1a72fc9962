"""Cards, reports, decisions and appeals by many at the same time: none is lost or doubled, and the chain is whole
(services/moderation/RULES.md §4, §5, §10)."""

import itertools
from collections import Counter
from functools import partial
from typing import Any

from services.contracts.moderation import appeals, staff
from services.contracts.moderation import cards as moderation_cards
from services.kernel.refusal import Refusal
from services.moderation.audit.chain import first_broken
from tests.moderation.moderation import REASON, Moderation
from tests.support.services.match_events import card
from tests.support.services.process import at_once

CROWD = 8


def earned(seq: int) -> Any:
    return card(
        f"m{seq}", "ben", colour="yellow", reason="normal", hand=1, seq=seq, earned_at_ms=1_800_000_000_000 + seq
    )


def test_simultaneous_cards_are_each_recorded_once(moderation: Moderation) -> None:
    moderation.hire()

    def give(number: int) -> None:
        moderation.hear(
            "on_card_earned", *(earned(number * 10 + n) for n in range(7)), ids=[f"{number}-{n}" for n in range(7)]
        )
        moderation.hear("on_card_earned", earned(number * 10), ids=[f"{number}-0"])
        asked = moderation_cards.GiveCard(account="the administrator", id=f"red-{number % 4}", to="ben", reason=REASON)
        assert not isinstance(moderation.ask(asked), Refusal)

    at_once(*(partial(give, number) for number in range(CROWD)))
    cards = moderation.cards()
    assert Counter(each.colour for each in cards) == {"yellow": 7 * CROWD, "red": 4}
    assert Counter(each.state for each in cards if each.colour == "yellow") == {"consumed": 56}
    assert moderation.rows("suspensions") == 2 + 4
    suspensions = moderation.ask(staff.GetPlayerFile(account="the auditor", of="ben")).suspensions
    spans = sorted((each.from_ms, each.until_ms) for each in suspensions)
    assert all(before[1] == after[0] for before, after in itertools.pairwise(spans)), "one after the other"
    log = moderation.log()
    assert first_broken(log) is None
    assert Counter(entry.action for entry in log)["card"] == 7 * CROWD + 4


def test_of_many_decisions_one_counts(moderation: Moderation) -> None:
    moderation.hire()
    moderation.report()
    answers: list[Any] = []

    def decide(number: int) -> None:
        by = "the administrator" if number % 2 else "another administrator"
        answers.append(moderation.decide("r1", "block", by=by))

    at_once(*(partial(decide, number) for number in range(CROWD)))
    refused = [each for each in answers if isinstance(each, Refusal)]
    assert refused == [Refusal("report_decided")] * (CROWD - 1)
    assert len(moderation.cards()) == moderation.rows("suspensions") == 1
    assert first_broken(moderation.log()) is None


def test_of_many_appeals_one_is_filed(moderation: Moderation) -> None:
    moderation.hire()
    moderation.ask(moderation_cards.GiveCard(account="the administrator", id="c", to="ben", reason=REASON))
    answers: list[Any] = []

    def appeal(_number: int) -> None:
        answers.append(moderation.ask(appeals.FileAppeal(account="ben", text="I was not even at home.")))

    at_once(*(partial(appeal, number) for number in range(CROWD)))
    assert [each for each in answers if isinstance(each, Refusal)] == [Refusal("appeal_exists")] * (CROWD - 1)
    assert moderation.rows("appeals") == 1
