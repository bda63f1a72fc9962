"""Entries: bought, refused, given back (services/tournaments/RULES.md §5)."""

from typing import Any

import msgspec
import pytest

from services.contracts.base import Done
from services.contracts.moderation.events import Span, StandingChanged
from services.contracts.tournaments import competitions as contract
from services.contracts.tournaments import entries as answers
from services.contracts.tournaments import events as competition_events
from services.contracts.wallet.limits import SelfExcluded
from services.kernel.refusal import Refusal
from services.tournaments.privacy import rows as privacy
from tests.tournaments.platform import HOUR_MS, MINUTE_MS, OPERATOR, Tournaments


@pytest.fixture
def opened(tournaments: Tournaments) -> Tournaments:
    """A competition takes entries."""
    tournaments.announce()
    tournaments.tick()
    tournaments.told()
    return tournaments


def test_an_entry_is_paid_when_the_wallet_has_answered(opened: Tournaments) -> None:
    (entry,) = opened.unanswered("ana")
    asked = opened.others.asked[-1]
    before = opened.card("ana").own
    opened.ask_again()

    assert entry == contract.CompetitionEntry(competition="cup", number=1, state="asked")
    assert asked == answers.PayEntry(competition="cup", account="ana", number=1, price_chips=1000)
    assert opened.others.asked[-1] == asked and opened.told() == []
    assert before is not None
    assert (before.entries, before.entries_asked, before.games_left) == (0, 1, 0)
    after = opened.card("ana")
    assert after.own is not None
    assert (after.own.entries, after.own.games_left) == (1, 3)
    assert (after.competition.entrants, after.competition.pool_chips) == (1, 3_200)
    assert opened.heard.news == [("ana", "entered")]


def test_before_the_start_the_prizes_are_those_of_the_operators_preview_or_more(tournaments: Tournaments) -> None:
    preview = tournaments.save(preview=True)
    tournaments.announce()
    tournaments.tick()
    for entrants in range(7):
        if entrants:
            tournaments.enter(f"p{entrants}")
        shown = tournaments.card()
        entries = max(entrants, shown.rules.min_entrants)
        assert shown.competition.pool_chips == sum(shown.rules.prizes_chips) == entries * 800
        assert shown.competition.first_prize_chips == shown.rules.prizes_chips[0]
        if entrants <= 4:
            assert (shown.competition.pool_chips, shown.rules.prizes_chips) == (
                preview.pool_chips,
                preview.prizes_chips,
            )


def test_the_same_command_buys_one_entry(opened: Tournaments) -> None:
    first, second = opened.unanswered("ana", id="x") + opened.unanswered("ana", id="x")
    third, fourth = opened.enter("ana", id="x") + opened.enter("ana", id="x")

    assert first == second == contract.CompetitionEntry(competition="cup", number=1, state="asked")
    assert third == fourth == contract.CompetitionEntry(competition="cup", number=1, state="paid")
    assert paid_numbers(opened) == [1, 1, 1]
    assert opened.card().competition.entries == 1


def test_a_repeated_reply_counts_once(opened: Tournaments) -> None:
    opened.unanswered("ana")
    payment = opened.others.asked[-1]
    late: list[Any] = [Done(), Refusal("insufficient_chips"), Done()]
    opened.others.pay = lambda _request: late.pop(0)  # type: ignore[method-assign]
    for _ in range(3):
        opened.ask_again()
    assert opened.others.asked[-1] == payment and len(late) == 2, "it is asked until it is answered"
    assert opened.card().competition.entries == 1
    assert opened.heard.news == [("ana", "entered")]


def test_a_refused_entry_says_why_and_can_be_tried_again(opened: Tournaments) -> None:
    refusal = Refusal("insufficient_chips", {"price_chips": 1000})
    opened.others.refused[answers.PayEntry, "ana"] = refusal
    (first,) = opened.enter("ana", id="x")
    opened.others.refused.clear()

    assert first == refusal
    assert opened.enter("ana", id="x") == [Refusal("insufficient_chips")]
    assert opened.heard.news == [], "the player has the answer"
    assert entrants(opened) == []
    assert opened.enter("ana", id="y") == [contract.CompetitionEntry(competition="cup", number=2, state="paid")]
    assert entrants(opened) == ["Ana"]


def test_a_refusal_that_comes_late_is_pushed(opened: Tournaments) -> None:
    opened.unanswered("ana", id="x")
    opened.others.refused[answers.PayEntry, "ana"] = Refusal("insufficient_chips")
    opened.ask_again()
    assert opened.heard.news == [("ana", "entry_refused")]
    assert opened.enter("ana", id="x") == [Refusal("insufficient_chips")]


def test_refusals_come_in_the_order_of_the_rules(opened: Tournaments) -> None:
    others = opened.others
    until_ms = opened.clock.now_ms() + HOUR_MS
    others.refused = {
        (answers.PayEntry, "ana"): Refusal("self_excluded"),
        (answers.PayEntry, "ben"): Refusal("insufficient_chips"),
    }
    others.ages["ana"] = 17
    opened.hear("on_standing_changed", standing("ana", 1, (0, until_ms)))
    found = [opened.enter("ana")[0].error]
    others.ages["ana"] = 18
    (suspended,) = opened.enter("ana")
    opened.hear("on_standing_changed", standing("ana", 2, blocked=True))
    (blocked,) = opened.enter("ana")
    opened.hear("on_standing_changed", standing("ana", 3))
    found += [suspended.error, opened.enter("ana")[0].error]
    del others.refused[answers.PayEntry, "ana"]
    opened.paid("ana")
    found += [
        opened.enter("ana")[0].error,
        opened.enter("ben")[0].error,
        opened.enter("ana", competition="no")[0].error,
    ]

    assert found == [
        *("age_restricted", "account_suspended", "self_excluded"),
        *("entry_limit", "insufficient_chips", "competition_unknown"),
    ]
    assert suspended.detail == {"until_ms": until_ms}
    assert blocked == Refusal("account_suspended", {"until_ms": None})
    assert opened.card().competition.entries == 1


def test_entries_are_taken_while_it_is_open_and_while_it_runs(tournaments: Tournaments) -> None:
    tournaments.announce(opens_at_ms=tournaments.clock.now_ms() + 1000)
    early = tournaments.enter("ana")
    tournaments.later(1000)
    tournaments.paid("ana", "ben", "eva", "leo")
    tournaments.later(HOUR_MS)
    tournaments.paid("kim")
    tournaments.later(2 * HOUR_MS)

    assert early == [Refusal("entry_closed")]
    assert tournaments.enter("zoe") == [Refusal("entry_closed")]


def test_a_best_of_competition_sells_up_to_three_entries(tournaments: Tournaments) -> None:
    tournaments.announce(kind="best_x", x=2)
    tournaments.tick()
    for number in (1, 2, 3):
        (entry,) = tournaments.enter("ana")
        assert (entry.number, entry.state) == (number, "paid")

    assert tournaments.enter("ana") == [Refusal("entry_limit", {"max": 3})]
    own = tournaments.card("ana").own
    assert own is not None and own.games_left == 9


def test_withdrawing_before_the_start_refunds_the_whole_price(tournaments: Tournaments) -> None:
    tournaments.announce(kind="best_x", x=2)
    tournaments.tick()
    tournaments.paid("ana")
    tournaments.enter("ana")
    tournaments.told()

    assert tournaments.ask(contract.Withdraw(account="ana", competition="cup")) == Done()
    asked = tournaments.told_of(competition_events.RefundAsked)
    assert asked == [
        competition_events.RefundAsked(competition="cup", price_chips=1000, entries=[("ana", 1), ("ana", 2)])
    ]
    assert tournaments.card().competition.entries == 0
    for _ in range(2):
        tournaments.hear(
            "on_entries_refunded", answers.EntriesRefunded(competition="cup", entries=[("ana", 1), ("ana", 2)])
        )
    assert tournaments.heard.news.count(("ana", "refunded")) == 1
    assert tournaments.enter("ana")[0].number == 3


def test_withdrawing_after_the_start_is_refused(opened: Tournaments) -> None:
    opened.paid("ana", "ben", "eva", "leo")
    opened.later(HOUR_MS)
    assert opened.ask(contract.Withdraw(account="ana", competition="cup")) == Refusal("withdraw_closed")
    assert opened.card().competition.entries == 4


def test_too_few_entrants_cancel_it_and_all_get_their_entries_back(opened: Tournaments) -> None:
    opened.paid("ana", "ben", "eva")
    opened.told()
    opened.later(HOUR_MS)

    assert (opened.state(), opened.card().reason) == ("cancelled", "too_few_entrants")
    (refund,) = opened.told_of(competition_events.RefundAsked)
    assert refund.entries == [("ana", 1), ("ben", 1), ("eva", 1)]
    assert ("eva", "cancelled") in opened.heard.news


def test_a_start_waits_for_entries_that_the_wallet_has_not_answered(opened: Tournaments) -> None:
    opened.paid("ana", "ben", "eva")
    opened.unanswered("leo")
    opened.later(HOUR_MS)
    before = opened.state()
    opened.ask_again()
    opened.later(1000)

    assert (before, opened.state()) == ("open", "running")


def test_an_entry_that_is_paid_too_late_goes_back(opened: Tournaments) -> None:
    def cancelled_meanwhile(_payment: answers.PayEntry) -> Done:
        opened.run("UPDATE competitions SET state = 'cancelled'")
        return Done()

    opened.others.pay = cancelled_meanwhile  # type: ignore[method-assign]
    (entry,) = opened.enter("ana")

    (refund,) = opened.told_of(competition_events.RefundAsked)
    assert (refund.entries, entry.state) == ([("ana", 1)], "refunding")
    assert opened.card().competition.entries == 0


def test_a_cancellation_needs_a_reason_and_happens_once(opened: Tournaments) -> None:
    opened.paid("ana")
    short = contract.CancelCompetition(account=OPERATOR, competition="cup", reason="because")
    cancel = contract.CancelCompetition(account=OPERATOR, competition="cup", reason="the hall is on fire")

    assert opened.ask(short) == Refusal("reason_required")
    assert opened.ask(cancel).state == "cancelled"
    assert opened.ask(cancel) == Refusal("competition_state", {"state": "cancelled"})
    assert len(opened.told_of(competition_events.RefundAsked)) == 1


def test_self_exclusion_refunds_what_has_not_begun_alone(opened: Tournaments) -> None:
    opened.paid("ana", "ben", "eva", "leo")
    opened.announce("next", starts_at_ms=opened.clock.now_ms() + 2 * HOUR_MS)
    opened.tick()
    opened.paid("ana", competition="next")
    opened.later(HOUR_MS)
    opened.told()
    opened.hear("on_self_excluded", SelfExcluded(account="ana", until_ms=None))

    (refund,) = opened.told_of(competition_events.RefundAsked)
    assert (refund.competition, refund.entries) == ("next", [("ana", 1)])
    assert opened.card("ana").competition.entries == 4


def paid_numbers(tournaments: Tournaments) -> list[int]:
    """Of the entries whose prices the wallet was asked for."""
    return [each.number for each in tournaments.others.asked if isinstance(each, answers.PayEntry)]


def entrants(tournaments: Tournaments) -> list[str]:
    """As an operator sees them."""
    found = tournaments.ask(contract.ListEntrants(account=OPERATOR, competition="cup"))
    return [each.name for each in found.entrants]


def standing(account: str, seq: int, *spans: tuple[int, int], blocked: bool = False) -> StandingChanged:
    """An account's suspensions, as moderation publishes them."""
    suspensions = [Span(from_ms=from_ms, until_ms=until_ms) for from_ms, until_ms in spans]
    return StandingChanged(account=account, seq=seq, blocked=blocked, suspensions=suspensions, reason="misconduct")


def disqualified(tournaments: Tournaments, *accounts: str) -> list[str | None]:
    return [tournaments.card(account).own.disqualified for account in accounts]  # type: ignore[union-attr]


def test_a_player_suspended_at_the_start_or_later_is_disqualified(opened: Tournaments) -> None:
    opened.paid("ana", "ben", "eva", "leo")
    span = (0, opened.clock.now_ms() + 2 * HOUR_MS)
    opened.hear("on_standing_changed", standing("ana", 1, span))
    assert disqualified(opened, "ana") == [None]
    opened.later(HOUR_MS)
    opened.hear("on_standing_changed", standing("ben", 2, span))

    assert disqualified(opened, "ana", "ben", "eva") == ["suspended", "suspended", None]
    assert opened.wait("ana", "eva")[0] == Refusal("no_games_left")


def test_a_player_blocked_during_the_competition_is_disqualified_and_waits_no_more(opened: Tournaments) -> None:
    opened.paid("ana", "ben", "eva", "leo")
    opened.later(HOUR_MS)
    opened.wait("ana")
    opened.hear("on_standing_changed", standing("ana", 1, blocked=True))

    assert disqualified(opened, "ana") == ["blocked"]
    assert opened.card("ana").own.waiting_since_ms is None  # type: ignore[union-attr]
    assert opened.card().competition.entries == 4


def test_a_player_released_before_the_start_takes_part_in_any_order_of_events(opened: Tournaments) -> None:
    opened.paid("ana", "ben", "eva", "leo")
    opened.hear("on_standing_changed", standing("ana", 5))
    opened.hear("on_standing_changed", standing("ana", 4, blocked=True))
    opened.hear("on_standing_changed", standing("ben", 6, (0, opened.clock.now_ms() + 9)))
    opened.later(HOUR_MS)

    assert disqualified(opened, "ana", "ben") == [None, None]


def test_a_suspension_that_begins_later_counts_when_prizes_are_shared(opened: Tournaments) -> None:
    opened.paid("ana", "ben", "eva", "leo")
    opened.later(HOUR_MS)
    (called,) = opened.call("ana", "ben")
    opened.finish(called)
    now_ms = opened.clock.now_ms()
    opened.hear("on_standing_changed", standing("ana", 1, (now_ms + HOUR_MS, now_ms + 9 * HOUR_MS)))
    opened.later(3 * HOUR_MS)
    opened.later(1000)

    assert disqualified(opened, "ana") == ["suspended"]
    assert [row[1] for row in opened.standings()] == ["ben"]


def test_an_operator_finds_entrants_by_the_beginning_of_their_names(opened: Tournaments) -> None:
    opened.paid("ana", "anton", "ben")
    order = {"account": OPERATOR, "competition": "cup"}
    opened.ask(contract.Disqualify(**order, player="anton", reason="agreed a result with another"))

    found = opened.ask(contract.ListEntrants(**order, beginning="AN"))
    assert [(each.name, each.entries, each.disqualified) for each in found.entrants] == [
        ("Ana", 1, None),
        ("Anton", 1, "agreed a result with another"),
    ]
    assert opened.ask(contract.ListEntrants(**order, limit=1)).total == 3
    assert opened.ask(contract.ListEntrants(**order | {"account": "ana"})) == Refusal("forbidden")
    assert opened.ask(contract.ListEntrants(**order | {"competition": "no"})) == Refusal("competition_unknown")


def test_an_operators_command_that_comes_again_is_answered_as_the_first_time(opened: Tournaments) -> None:
    opened.paid("ana")
    opened.told()
    cancel = contract.CancelCompetition(account=OPERATOR, id="c1", competition="cup", reason="the hall is on fire")
    first, again = opened.ask(cancel), opened.ask(cancel)
    other = opened.ask(contract.CancelCompetition(account=OPERATOR, id="c2", competition="cup", reason="once more, so"))

    assert first == again
    assert first.state == "cancelled"
    assert other == Refusal("competition_state", {"state": "cancelled"})
    assert len(opened.told_of(competition_events.RefundAsked)) == 1
    assert opened.ask(msgspec.structs.replace(cancel, id="c2")) == other


def test_an_account_is_handed_out_and_forgotten(opened: Tournaments) -> None:
    opened.paid("ana")
    with opened.database.work() as work:
        found = privacy.collect(work, "ana")
    opened.told()
    assert [row["number"] for row in found["entries"]] == [1]
    with opened.database.work() as work:
        privacy.erase(work, opened.ports, "ana")
    (refund,) = opened.told_of(competition_events.RefundAsked)
    assert refund.entries == [("ana", 1)]
    with opened.database.work() as work:
        assert [row["name"] for row in privacy.collect(work, "ana")["competitions"]] == ["former player"]


def test_entrants_are_reminded_once_a_quarter_of_an_hour_before_the_start(tournaments: Tournaments) -> None:
    tournaments.announce(min_entrants=2)
    tournaments.tick()
    tournaments.paid("ana", "ben")
    tournaments.unanswered("eva")
    tournaments.told()
    tournaments.heard.news.clear()
    tournaments.later(HOUR_MS - 15 * MINUTE_MS - 1)
    assert tournaments.told_of(competition_events.CompetitionSoon) == []

    starts_at_ms = tournaments.clock.now_ms() + 15 * MINUTE_MS + 1
    other = Tournaments(tournaments.database.url, tournaments.clock)
    for _ in range(3):
        tournaments.later(1)
        other.tick()
    other.close()
    (event,) = tournaments.told_of(competition_events.CompetitionSoon)
    assert (event.competition, event.starts_at_ms, sorted(event.accounts)) == ("cup", starts_at_ms, ["ana", "ben"])
    assert sorted(tournaments.heard.news) == [("ana", "starting"), ("ben", "starting")]
    assert tournaments.state() == "open"


def test_a_reminder_that_comes_after_the_start_is_none(tournaments: Tournaments) -> None:
    tournaments.announce(min_entrants=2)
    tournaments.tick()
    tournaments.paid("ana", "ben")
    tournaments.told()
    tournaments.later(HOUR_MS)
    assert tournaments.state() == "running"
    assert tournaments.told_of(competition_events.CompetitionSoon) == []
