"""What players and operators ask under an id: sent again it is answered the same, and done once."""

import msgspec

from services.contracts.base import Done
from services.contracts.tournaments import competitions as contract
from services.contracts.tournaments import events as competition_events
from tests.tournaments.platform import HOUR_MS, OPERATOR, REASON, Tournaments


def test_a_late_repeated_refund_leaves_entries_bought_since(tournaments: Tournaments) -> None:
    tournaments.announce()
    tournaments.tick()
    tournaments.paid("ana")
    withdraw = contract.Withdraw(account="ana", id="r-1", competition="cup")
    assert tournaments.ask(withdraw) == Done()
    assert len(tournaments.told_of(competition_events.RefundAsked)) == 1
    tournaments.paid("ben")
    assert tournaments.ask(withdraw) == Done()
    assert tournaments.told_of(competition_events.RefundAsked) == []


def test_a_late_repeated_request_for_a_game_does_not_bring_back_a_player_that_left(tournaments: Tournaments) -> None:
    tournaments.announce()
    tournaments.tick()
    tournaments.paid("ana", "ben", "eva", "zoe")
    tournaments.later(HOUR_MS)
    ask = contract.AskGame(account="ana", id="r-1", competition="cup")
    first = tournaments.ask(ask)
    tournaments.clock.advance(5_000)
    assert tournaments.ask(ask) == first
    stop = contract.StopWaiting(account="ana", id="r-1", competition="cup")
    assert tournaments.ask(stop) == Done()
    assert tournaments.ask(ask) == first
    assert tournaments.card("ana").own.waiting_since_ms is None  # type: ignore[union-attr]

    again = tournaments.ask(contract.AskGame(account="ana", id="r-2", competition="cup"))
    assert again.since_ms == first.since_ms + 5_000
    assert tournaments.ask(stop) == Done()
    assert tournaments.card("ana").own.waiting_since_ms == again.since_ms  # type: ignore[union-attr]


def test_a_draft_saved_again_is_answered_as_the_first_time_even_when_it_is_announced(tournaments: Tournaments) -> None:
    save = contract.SaveCompetition(
        account=OPERATOR, id="r-1", competition="cup", plan=tournaments.plan(), reason=REASON
    )
    first = tournaments.ask(save)
    assert first.state == "draft"
    tournaments.ask(contract.PublishCompetition(account=OPERATOR, competition="cup", reason=REASON))
    assert tournaments.ask(save) == first
    other = contract.SaveCompetition(
        account=OPERATOR, id="r-1", competition="cup", plan=tournaments.plan(name="Another cup"), reason=REASON
    )
    assert tournaments.ask(other).error == "idempotency_conflict"
    lines = tournaments.ask(contract.ListAudit(account=OPERATOR, competition="cup")).lines
    assert [line.action for line in lines].count("saved") == 1


def test_one_id_of_two_kinds_of_command_is_two_commands(tournaments: Tournaments) -> None:
    tournaments.save()
    asked = {"account": OPERATOR, "id": "r-1", "reason": REASON}
    publish = contract.PublishCompetition(**asked, competition="cup")
    cancel = contract.CancelCompetition(**asked, competition="cup")
    announced = tournaments.ask(publish)
    assert announced.state == "announced"
    cancelled = tournaments.ask(cancel)
    assert cancelled.state == "cancelled"
    assert (tournaments.ask(publish), tournaments.ask(cancel)) == (announced, cancelled)
    lines = tournaments.ask(contract.ListAudit(account=OPERATOR, competition="cup")).lines
    assert [line.action for line in lines] == ["cancelled", "announced", "saved"]


def test_an_operators_id_of_another_request_is_refused_and_a_refused_one_may_be_tried_again(
    tournaments: Tournaments,
) -> None:
    publish = contract.PublishCompetition(account=OPERATOR, id="r-1", competition="cup", reason=REASON)
    assert tournaments.ask(publish).error == "competition_unknown"
    tournaments.save()
    assert tournaments.ask(publish).state == "announced"
    tournaments.save("other")
    assert tournaments.ask(msgspec.structs.replace(publish, competition="other")).error == "idempotency_conflict"
