"""Players of one cell at the tables of another (services/wallet/RULES.md §14): each step once, twice, late, refused."""

import itertools
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from services.contracts.base import Done
from services.contracts.lobby.accounts.privacy import CheckMoneySettled
from services.contracts.moderation.orders import CorrectMatch
from services.contracts.tables.commands import Held, Settled
from services.contracts.wallet import cells as contract
from services.contracts.wallet import invitations, limits, lotteries, payments, shop
from services.contracts.wallet.balances import CheckGuest, CheckStake, ListTransfers
from services.kernel.refusal import Refusal
from services.platform.process.settings import CommonSettings, SettingsError
from services.wallet.cells import visitors
from services.wallet.corrections.lost_stakes import LOST_AFTER_MS, Release, Released
from services.wallet.corrections.match_corrections import Order
from services.wallet.service import make_app
from services.wallet.service.cells import cells_of
from services.wallet.settings import WalletSettings
from tests.support.databases.migrated import Migrated
from tests.wallet.cells.two_cells import CellWallet, Message, TwoCells
from tests.wallet.wallets import asked, finished, void

ANA, EVA, BEN, GIL = "eu1~ana", "eu1~eva", "eu2~ben", "eu2~gil"
MATCH = asked("m", ANA, BEN)


@pytest.fixture
def cells(migrated: Migrated, no_pauses: None) -> Iterator[TwoCells]:
    found = TwoCells(migrated("wallet"), migrated("wallet"))
    yield found
    found.close()


def held_errors(cells: TwoCells) -> list[str | None]:
    return [each.error for each in cells.answers_of(Held)]


def begin(cells: TwoCells) -> None:
    """Ana of here and Ben of the other cell play for 500."""
    cells.here.asked(MATCH)
    cells.settle_down()
    assert held_errors(cells) == [None]


# --- the way that all goes well ---


def test_a_visitors_stake_goes_from_home_over_both_clearing_accounts_into_escrow(cells: TwoCells) -> None:
    cells.here.asked(MATCH)
    (question,), told = cells.here.look()
    assert not told, "the table waits for the other cell"
    assert (question.sender, question.receiver) == ("eu1", "eu2")
    assert question.message == contract.HoldAsked(match="m", stake_chips=500, seats=2, accounts=[BEN])
    assert cells.here.chips(ANA) == [5000], "nothing is taken before the other cell has"

    cells.home.receive(question)
    (answer,), _told = cells.home.look()
    assert answer.message == contract.HoldAnswered(match="m")
    assert (cells.home.chips(BEN), cells.home.clearing("eu1")) == ([4500], 500)

    cells.here.receive(answer)
    assert held_errors(cells) == [None]
    assert (cells.here.chips(ANA), cells.here.clearing("eu2")) == ([4500], -500)
    cells.assert_sound(open_escrows=1)


@pytest.mark.parametrize(("winner", "ana", "ben"), [(0, 5325, 4500), (1, 4500, 5325)])
def test_what_a_visitor_has_won_comes_home(cells: TwoCells, winner: int, ana: int, ben: int) -> None:
    begin(cells)
    cells.here.finished(finished("m", ANA, BEN, winners=[winner]))
    cells.settle_down()
    assert (cells.here.chips(ANA), cells.home.chips(BEN)) == ([ana], [ben])
    (settled,) = cells.answers_of(Settled)
    assert settled.payouts == ([825, 0] if winner == 0 else [0, 825])
    assert cells.here.house("house:rake") == 175
    cells.assert_sound()


def test_a_void_match_gives_every_stake_back(cells: TwoCells) -> None:
    begin(cells)
    cells.here.finished(void("m", ANA, BEN))
    cells.settle_down()
    assert (cells.here.chips(ANA), cells.home.chips(BEN)) == ([5000], [5000])
    assert (cells.here.clearing("eu2"), cells.home.clearing("eu1")) == (0, 0)
    cells.assert_sound()


def test_a_match_of_visitors_alone_is_held_and_settled(cells: TwoCells) -> None:
    cells.here.asked(asked("m", BEN, GIL))
    cells.settle_down()
    cells.here.finished(finished("m", BEN, GIL))
    cells.settle_down()
    assert cells.home.chips(BEN, GIL) == [5325, 4500]
    cells.assert_sound()


def test_a_match_without_visitors_sends_no_requests(cells: TwoCells) -> None:
    cells.here.asked(asked("m", ANA, EVA))
    messages, told = cells.here.look()
    assert not messages
    assert [each.error for each in told if isinstance(each, Held)] == [None]


# --- twice, in any order, one process or several ---


@pytest.mark.parametrize("backwards", [False, True])
def test_every_message_may_come_twice(cells: TwoCells, backwards: bool) -> None:
    cells.here.asked(MATCH)
    cells.here.asked(MATCH)
    cells.settle_down(twice=True, backwards=backwards)
    assert set(held_errors(cells)) == {None}
    cells.assert_sound(open_escrows=1)
    for _ in range(2):
        cells.here.finished(finished("m", ANA, BEN))
    cells.settle_down(twice=True, backwards=backwards)
    assert (cells.here.chips(ANA), cells.home.chips(BEN)) == ([5325], [4500])
    cells.assert_sound()


def test_a_match_that_is_asked_again_is_answered_again(cells: TwoCells) -> None:
    begin(cells)
    cells.here.asked(MATCH)
    assert held_errors(cells) == [None]
    cells.here.asked(asked("m", ANA, BEN, stake=600))
    assert held_errors(cells) == ["idempotency_conflict"]
    cells.here.finished(finished("m", ANA, BEN))
    cells.settle_down()
    cells.here.asked(MATCH)
    assert held_errors(cells) == ["match_already_settled"]
    cells.assert_sound()


MESSAGES: tuple[contract.CellMessage, ...] = (
    contract.HoldAsked(match="m", stake_chips=500, seats=2, accounts=[BEN]),
    contract.HoldReleased(match="m", at_ms=7),
)


@pytest.mark.parametrize("order", list(itertools.permutations([0, 0, 1, 1])))
def test_a_release_undoes_its_hold_whichever_comes_first(cells: TwoCells, order: tuple[int, ...]) -> None:
    for number in order:
        cells.home.receive(Message(sender="eu1", receiver="eu2", message=MESSAGES[number]))
    assert (cells.home.chips(BEN), cells.home.clearing("eu1")) == ([5000], 0)
    assert not cells.home.parked.bodies


# --- refused ---


def test_the_home_cell_refuses_a_player_without_the_chips_and_holds_no_stakes(cells: TwoCells) -> None:
    cells.home.asked(asked("rich", BEN, GIL, stake=4800))
    cells.settle_down()
    cells.answers_of(Held)
    cells.here.asked(MATCH)
    cells.settle_down()
    (held,) = cells.answers_of(Held)
    assert (held.error, held.account) == ("insufficient_chips", BEN)
    assert (cells.here.chips(ANA), cells.home.clearing("eu1")) == ([5000], 0)
    cells.here.asked(MATCH)
    assert held_errors(cells) == ["insufficient_chips"], "a match that was refused stays so"


def test_limits_and_exclusions_are_those_of_home(cells: TwoCells) -> None:
    from services.contracts.wallet.limits import Exclude

    cells.home.ask(Exclude(account=BEN, period="7d"))
    cells.home.told()
    cells.here.asked(MATCH)
    cells.settle_down()
    (held,) = cells.answers_of(Held)
    assert (held.error, held.account) == ("self_excluded", BEN)
    cells.assert_sound()


def test_what_is_refused_here_asks_no_other_cell(cells: TwoCells) -> None:
    for event, blamed in (
        (asked("1", "eu1~zoe", BEN), "eu1~zoe"),
        (asked("2", ANA, "us1~joe"), "us1~joe"),
    ):
        cells.here.asked(event)
        messages, (held,) = cells.here.look()
        assert not messages
        assert (held.error, held.account) == ("account_unknown", blamed)
    cells.here.asked(asked("3", ANA, BEN, stake=5001))
    messages, (held,) = cells.here.look()
    assert (messages, held.error, held.account) == ([], "insufficient_chips", ANA)


def test_what_can_no_longer_be_held_here_goes_home(cells: TwoCells) -> None:
    cells.here.asked(MATCH)
    cells.here.asked(asked("other", ANA, EVA, stake=4800))
    cells.settle_down()
    errors = {each.match: (each.error, each.account) for each in cells.answers_of(Held)}
    assert errors == {"other": (None, None), "m": ("insufficient_chips", ANA)}
    assert cells.home.chips(BEN) == [5000]
    cells.assert_sound(open_escrows=1)


def test_a_cell_holds_only_for_its_own_players(cells: TwoCells) -> None:
    for accounts in ([ANA], [BEN, BEN], [], ["us1~joe"]):
        question = contract.HoldAsked(match=f"m{accounts}", stake_chips=500, seats=4, accounts=accounts)
        cells.home.receive(Message(sender="eu1", receiver="eu2", message=question))
    messages, _told = cells.home.look()
    assert all(each.message.error in ("account_unknown", "bad_parameters") for each in messages)
    assert cells.home.clearing("eu1") == 0


# --- late ---


def test_a_home_cell_that_does_not_reply_is_waited_for_so_long_and_its_late_hold_is_returned(cells: TwoCells) -> None:
    cells.here.asked(MATCH)
    assert cells.here.give_up_overdue() == 0
    cells.clock.advance(WalletSettings().cell_answer_ms)
    assert (cells.here.give_up_overdue(), cells.here.give_up_overdue()) == (1, 0)
    cells.settle_down()
    assert held_errors(cells) == ["service_unavailable"]
    assert (cells.here.chips(ANA), cells.home.chips(BEN)) == ([5000], [5000])
    cells.here.finished(void("m", ANA, BEN))
    cells.settle_down()
    cells.assert_sound()


@pytest.mark.parametrize("answered", [False, True])
def test_a_match_that_ends_before_its_homes_have_answered_never_begins(cells: TwoCells, answered: bool) -> None:
    cells.here.asked(MATCH)
    if answered:
        (question,), _told = cells.here.look()
        cells.home.receive(question)
    cells.here.finished(void("m", ANA, BEN))
    cells.settle_down()
    assert held_errors(cells) == []
    assert (cells.here.chips(ANA), cells.home.chips(BEN)) == ([5000], [5000])
    cells.assert_sound()


def test_a_match_that_ended_before_it_was_asked_for_is_refused(cells: TwoCells) -> None:
    cells.here.finished(void("m", ANA, BEN))
    cells.here.asked(MATCH)
    cells.settle_down()
    assert held_errors(cells) == ["match_already_settled"]
    assert cells.home.chips(BEN) == [5000]
    cells.assert_sound()


# --- what cannot be ---


def settled(**payouts: int) -> Message:
    named = {account.replace("_", "~"): chips for account, chips in payouts.items()}
    return Message(sender="eu1", receiver="eu2", message=contract.StakesSettled(match="m", payouts=named, at_ms=7))


@pytest.mark.parametrize(
    "wrong",
    [
        settled(eu2_ben=1001),
        settled(eu2_ben=-1),
        settled(eu2_gil=800),
        settled(),
        Message(sender="us1", receiver="eu2", message=MESSAGES[1]),
        Message(sender="eu1", receiver="us1", message=MESSAGES[1]),
    ],
    ids=["more than all stakes", "less than nothing", "to somebody else", "to nobody", "a stranger", "not for us"],
)
def test_what_cannot_follow_from_what_was_agreed_moves_nothing_and_waits_for_an_operator(
    cells: TwoCells, wrong: Message
) -> None:
    begin(cells)
    cells.home.receive(wrong)
    assert len(cells.home.parked.bodies) == 1
    assert (cells.home.chips(BEN), cells.home.clearing("eu1")) == ([4500], 500)


def test_a_settled_match_is_neither_settled_otherwise_nor_released(cells: TwoCells) -> None:
    begin(cells)
    cells.home.receive(settled(eu2_ben=800))
    cells.home.receive(settled(eu2_ben=800))
    assert not cells.home.parked.bodies
    cells.home.receive(settled(eu2_ben=900), Message(sender="eu1", receiver="eu2", message=MESSAGES[1]))
    assert len(cells.home.parked.bodies) == 2
    assert cells.home.chips(BEN) == [5300]


# --- what follows for a player ---


def test_a_player_with_a_stake_in_another_cell_is_not_erased_before_it_is_home(cells: TwoCells) -> None:
    begin(cells)
    assert cells.home.ask(CheckMoneySettled(account=BEN)) == Refusal("escrow_open")
    cells.here.finished(finished("m", ANA, BEN))
    cells.settle_down()
    assert not isinstance(cells.home.ask(CheckMoneySettled(account=BEN)), Refusal)


def test_a_match_with_visitors_is_not_corrected(cells: TwoCells) -> None:
    assert CorrectMatch
    begin(cells)
    cells.here.finished(finished("m", ANA, BEN))
    cells.settle_down()
    order = Order("m", (1,), "the wrong side was paid", "olga")
    found = cells.here.database.run(cells.here.service.app.matches.correct, WalletSettings(), order)
    assert isinstance(found, Refusal)
    assert found.error == "not_correctable"


# --- settings ---


@pytest.mark.parametrize(
    "wrong",
    [
        {"cell_neighbours": ["eu2"]},
        {"cell": "eu1", "cell_neighbours": ["eu1"]},
        {"cell": "a", "cell_neighbours": ["B"]},
    ],
)
def test_neighbours_are_other_cells_of_a_cell_that_has_an_id(cells: TwoCells, wrong: dict[str, Any]) -> None:
    base = cells.here.base
    base.settings = CommonSettings(**wrong)
    with pytest.raises(SettingsError, match="KAFENEIO_CELL_NEIGHBOURS"):
        make_app(base, None)  # type: ignore[arg-type]


def test_the_queues_of_neighbours_are_declared_by_their_publishers(cells: TwoCells) -> None:
    here: CellWallet = cells.here
    here.base.settings = CommonSettings(cell="eu1", cell_neighbours=["eu2", "us1"])
    make_app(here.base, None)  # type: ignore[arg-type]
    assert here.base.sends_to == ["cell.eu2", "cell.us1"]


# --- what the wallet says before a match ---


def check(cells: TwoCells, *accounts: str, seated: tuple[str, ...] = (), stake: int = 500) -> Any:
    request = CheckStake(game="tavli", stake_chips=stake, accounts=list(accounts), seated=list(seated))
    return cells.here.ask(request)


def test_a_visitor_may_sit_down_whatever_the_balance_at_home_is(cells: TwoCells) -> None:
    assert check(cells, BEN, stake=50_000) == Done()
    assert check(cells, BEN, ANA) == Done()
    assert check(cells, BEN, seated=(ANA,)) == Done()


def test_the_operators_limits_of_stakes_hold_for_visitors(cells: TwoCells) -> None:
    assert check(cells, BEN, stake=1).error == "stake_below_minimum"
    assert check(cells, BEN, stake=10**9).error == "stake_above_maximum"


def test_the_other_players_beside_a_visitor_are_checked(cells: TwoCells) -> None:
    assert check(cells, ANA, BEN, stake=10_000) == Refusal("insufficient_chips", {"account": ANA})
    assert check(cells, ANA, stake=10_000, seated=(BEN,)) == Refusal("insufficient_chips", {"account": ANA})


def test_a_visitor_from_a_cell_that_is_no_neighbour_does_not_sit_down_for_a_stake(cells: TwoCells) -> None:
    assert check(cells, ANA, "us1~zoe") == Refusal("account_unknown", {"account": "us1~zoe"})
    assert check(cells, ANA, seated=("us1~zoe",)) == Refusal("account_unknown", {"account": "us1~zoe"})


def test_a_visitor_and_a_player_at_one_device_do_not_play_for_a_stake(cells: TwoCells) -> None:
    request = CheckStake(game="tavli", stake_chips=500, accounts=[BEN], seated=[ANA], devices={ANA: "one", BEN: "one"})
    assert cells.here.ask(request).error == "same_device"


@pytest.mark.parametrize(
    "request_",
    [
        lotteries.ListLotteries(account=BEN),
        lotteries.GetFreeOffer(account=BEN),
        lotteries.OpenTicket(account=BEN, lottery="free"),
        shop.ListShop(account=BEN),
        shop.BuyAvatar(account=BEN, id="1", avatar="owl"),
        invitations.GetInviteCard(account=BEN, host="https://a.example"),
        limits.GetCare(account=BEN),
        limits.SetLimit(account=BEN, name="loss_day", value=5),
        payments.BeginPayment(account=BEN, id="1", pack="small"),
        payments.PayDebt(account=BEN),
        ListTransfers(account=BEN),
        CheckGuest(account=BEN),
    ],
    ids=lambda each: type(each).__name__,
)
def test_what_is_only_at_home_is_refused_by_the_wallet_of_another_cell(cells: TwoCells, request_: Any) -> None:
    assert cells.here.ask(request_) == Refusal("visitor_forbidden")
    assert cells.home.ask(request_) != Refusal("visitor_forbidden")


# --- stakes that tables know nothing of ---


def release_lost(cells: TwoCells, match: str) -> Any:
    order = Release(match, "the database was put back", "olga")
    return cells.here.database.run(partial(visitors.release, cells_of(cells.here.base.settings)), order)


def test_a_lost_match_gives_visitors_their_stakes_back_at_home(cells: TwoCells) -> None:
    begin(cells)
    cells.clock.advance(LOST_AFTER_MS)
    done = release_lost(cells, "m")
    assert isinstance(done, Released) and (done.chips, done.replayed) == ({ANA: 500, BEN: 500}, False)
    cells.settle_down()
    assert (cells.here.chips(ANA), cells.home.chips(BEN)) == ([5000], [5000])
    assert release_lost(cells, "m").replayed
    cells.settle_down()
    assert (cells.here.chips(ANA), cells.home.chips(BEN)) == ([5000], [5000])
    assert (cells.here.clearing("eu2"), cells.home.clearing("eu1")) == (0, 0)


def test_a_lost_match_without_visitors_is_released_as_where_there_is_one_cell(cells: TwoCells) -> None:
    cells.here.asked(asked("near", ANA, EVA))
    cells.clock.advance(LOST_AFTER_MS)
    assert isinstance(release_lost(cells, "near"), Released)
    assert cells.here.chips(ANA, EVA) == [5000, 5000]
    assert release_lost(cells, "far") == Refusal("hold_unknown")
