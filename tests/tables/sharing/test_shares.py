"""Links to shared replays: who makes and ends them, who agrees to names, and what is never shown:
services/tables/RULES.md §23."""

from typing import Any

import msgspec
import pytest

from services.contracts.base import Done
from services.contracts.moderation.orders import FreeMatchCorrected
from services.contracts.tables import sharing as contract
from services.contracts.tables.commands import SeatPlayer
from services.kernel.clock import DAY_MS
from services.kernel.persons.erased_names import FORMER_PLAYER
from services.kernel.refusal import Refusal
from services.platform.process.json import encode_text
from services.tables.history import use_cases as history
from services.tables.journal import privacy_rows
from services.tables.schema import matches, share_answers, share_pictures, shares
from services.tables.sharing import rows, rules
from tests.tables.history.test_recordings import ask, of, played  # noqa: F401 a fixture
from tests.tables.support.desk import Desk, Seated

UNKNOWN = Refusal("share_unknown")


def share(table: Seated, account: str = "ann", *, names: bool = False, **settings: int) -> Any:
    return ask(table.desk, contract.ShareMatch(match=of(table), account=account, names=names), **settings)


def shown(desk: Desk, link: str) -> Any:
    return ask(desk, contract.GetShared(link=link))


def own(desk: Desk, account: str, *blocked: str) -> Any:
    return ask(desk, contract.GetShares(account=account, blocked=list(blocked)))


def choose(desk: Desk, account: str, choice: contract.Choice) -> None:
    assert ask(desk, contract.SetShareChoice(account=account, choice=choice)) == Done()


def says(table: Seated, account: str, agree: bool) -> Any:
    return ask(table.desk, contract.AnswerShare(match=of(table), account=account, agree=agree))


def names(desk: Desk, link: str) -> list[str | None]:
    return [seat.name for seat in shown(desk, link).seats]


# --- links -------------------------------------------------------------------------------------------------------


def test_a_player_shares_a_match_without_names_and_asks_no_player(played: Seated) -> None:  # noqa: F811
    made = share(played)
    assert len(made.link) == 22
    found = shown(played.desk, made.link)
    assert (found.game, found.outcome, [seat.name for seat in found.seats]) == ("tictactoe", "won", [None, None])
    assert own(played.desk, "bob").questions == []


def test_a_match_shared_again_has_the_same_link_with_the_newest_wish(played: Seated) -> None:  # noqa: F811
    first = share(played)
    again = share(played, names=True)
    assert (again.link, again.names, again.waiting_for) == (first.link, True, 1)
    assert [each.link for each in own(played.desk, "ann").links] == [first.link]


def test_only_players_of_the_recording_share_it(desk: Desk, played: Seated) -> None:  # noqa: F811
    assert share(played, "eve") == Refusal("recording_forbidden")
    nothing = contract.ShareMatch(match="none\0", account="ann")
    assert ask(desk, nothing) == Refusal("recording_unknown")


def test_a_running_match_is_not_shared(desk: Desk) -> None:
    table = desk.open().begin().first_round()
    running = contract.ShareMatch(match=table.now.match.id, account="ann")
    assert ask(desk, running) == Refusal("recording_unknown")


def test_an_account_has_so_many_links(played: Seated) -> None:  # noqa: F811
    assert share(played, shares_max=0) == Refusal("share_limit", {"limit": 0})
    assert played.desk.rows(shares) == []


def test_a_withdrawn_link_is_as_one_that_never_was(played: Seated) -> None:  # noqa: F811
    link, desk = share(played).link, played.desk
    assert ask(desk, contract.WithdrawShare(link=link, account="bob")) == Refusal("recording_forbidden")
    assert ask(desk, contract.WithdrawShare(link=link, account="ann")) == Done()
    for request in (
        contract.GetShared(link=link),
        contract.ReplayShared(link=link, hand=1),
        contract.GetSharedPicture(link=link, picture="board"),
        contract.WithdrawShare(link=link, account="ann"),
        contract.GetShared(link="\0"),
    ):
        assert ask(desk, request) == UNKNOWN


def test_staff_withdraw_any_link(played: Seated) -> None:  # noqa: F811
    link = share(played).link
    assert ask(played.desk, contract.WithdrawShare(link=link, account="mod", roles=["moderator"])) == Done()
    assert shown(played.desk, link) == UNKNOWN


def test_a_link_ends_by_itself_and_is_forgotten_with_what_belongs_to_it(played: Seated) -> None:  # noqa: F811
    link, desk = share(played, names=True).link, played.desk
    desk.clock.advance(365 * DAY_MS)
    assert shown(desk, link) == UNKNOWN
    assert desk.database.run(rows.forget_ended) == 1
    assert (desk.rows(shares), desk.rows(share_answers), desk.rows(share_pictures)) == ([], [], [])


# --- names -------------------------------------------------------------------------------------------------------


def test_names_are_shown_once_all_agree_and_no_longer(played: Seated) -> None:  # noqa: F811
    link, desk = share(played, names=True).link, played.desk
    assert names(desk, link) == [None, None]
    (question,) = own(desk, "bob").questions
    assert (question.match, question.asked_by, question.answer) == (of(played), "ann", "asked")
    assert says(played, "bob", True) == Done()
    shown_names = [seat.name for seat in played.now.seats]
    assert names(desk, link) == shown_names
    assert own(desk, "ann").links[0].names_shown
    says(played, "bob", False)
    assert names(desk, link) == [None, None]


def test_each_player_is_asked_once(played: Seated) -> None:  # noqa: F811
    share(played, names=True)
    says(played, "bob", False)
    share(played)
    share(played, names=True)
    assert [each.answer for each in own(played.desk, "bob").questions] == ["refused"]


def test_a_player_that_was_not_asked_cannot_agree(played: Seated) -> None:  # noqa: F811
    share(played)
    assert says(played, "bob", True) == Refusal("share_unasked")


@pytest.mark.parametrize(
    ("choice", "answer", "agrees"),
    [("always", None, True), ("always", False, False), ("never", True, False), ("ask", None, False)],
)
def test_a_standing_choice_counts_and_never_comes_before_all_else(
    played: Seated,  # noqa: F811
    choice: contract.Choice,
    answer: bool | None,
    agrees: bool,
) -> None:
    link = share(played, names=True).link
    if answer is not None:
        says(played, "bob", answer)
    choose(played.desk, "bob", choice)
    assert own(played.desk, "bob").choice == choice
    assert (names(played.desk, link) != [None, None]) is agrees


def test_a_blocked_player_asks_in_vain(played: Seated) -> None:  # noqa: F811
    share(played, names=True)
    assert own(played.desk, "bob", "ann").questions == []


def test_computer_players_and_former_players_are_not_asked() -> None:
    seats = [SeatPlayer("Ann", "ann"), SeatPlayer("bot-3", None), SeatPlayer(FORMER_PLAYER, "gone")]
    assert rules.persons(seats) == ["ann"]
    shown_as = [(each.name, each.computer, each.former) for each in rules.shown_seats(seats, names=False)]
    assert shown_as == [(None, False, False), ("bot-3", True, False), (None, False, True)]


# --- what is never shown -----------------------------------------------------------------------------------------


def test_no_people_and_no_match_are_in_what_is_shown(played: Seated) -> None:  # noqa: F811
    link, desk = share(played).link, played.desk
    replay = ask(desk, contract.ReplayShared(link=link, hand=1))
    row = desk.rows(matches)[0]
    answers = encode_text([msgspec.to_builtins(shown(desk, link)), msgspec.to_builtins(replay)])
    told = {seat.name for seat in played.now.seats} | {"ann", "bob"}
    for secret in (*told, row.match_id, row.table_id, row.root, row.commitment, "stake", "payout", "deal_key"):
        assert f'"{secret}"' not in answers
    assert {each.t_ms for each in replay.positions} == {0}
    assert len(shown(desk, link).ended_on) == len("2026-11-28")


def test_a_position_beyond_the_hand_is_unknown(played: Seated) -> None:  # noqa: F811
    found = ask(played.desk, contract.ReplayShared(link=share(played).link, hand=9))
    assert found == Refusal("position_unknown", {"events": None})


# --- what changes afterwards -------------------------------------------------------------------------------------


def test_a_correction_shows_and_has_the_pictures_drawn_anew(played: Seated) -> None:  # noqa: F811
    link, desk = share(played).link, played.desk
    (wanted,) = desk.rows(share_pictures)
    held = desk.database.run(rows.claim, "c-1", 1_000)
    desk.database.run(rows.finish, held, b"png", b"gif")
    other = [1 - shown(desk, link).winners[0]]
    event = FreeMatchCorrected(
        match=of(played), outcome="won", winners=other, revision=1, **_rest_of(FreeMatchCorrected)
    )
    desk.database.run(history.correct_results, [event])
    assert (shown(desk, link).winners, shown(desk, link).corrected) == (other, True)
    assert desk.rows(share_pictures)[0].state == wanted.state == "waiting"
    assert shown(desk, link).pictures == ["board", "moment"]  # those before, until the new ones are there


def _rest_of(event: type) -> dict[str, Any]:
    """Other fields of an event, of which nothing depends here."""
    given = {"match", "outcome", "winners", "revision"}
    blank: dict[Any, Any] = {str: "", int: 0, bool: False}
    return {
        each.name: blank.get(each.type, [])
        for each in msgspec.structs.fields(event)
        if each.required and each.name not in given
    }


def test_an_erasure_ends_own_links_and_takes_the_name_out_of_others(played: Seated) -> None:  # noqa: F811
    desk = played.desk
    link, theirs = share(played, names=True).link, share(played, "bob", names=True).link
    assert None not in names(desk, link)
    desk.database.run(privacy_rows.erase, "bob")
    assert shown(desk, theirs) == UNKNOWN
    bob = next(number for number, seat in enumerate(played.now.seats) if seat.account == "bob")
    found = shown(desk, link).seats[bob]
    assert (found.name, found.former) == (None, True)
    assert not [row for row in desk.rows(share_answers) if "bob" in (row.account, row.asked_by)]


def test_the_data_of_an_account_have_links_consents_and_choice(played: Seated) -> None:  # noqa: F811
    share(played, names=True)
    choose(played.desk, "ann", "always")
    found = played.desk.database.run(privacy_rows.collect, "ann")["shares"]
    assert found["choice"] == "always"
    assert [each["match_id"] for each in found["links"]] == [of(played)] == [a["match_id"] for a in found["answers"]]
