"""Two guests play a whole shoe of one pack at a house-banked table, round by round to its proof, and into the next."""

import json

import pytest

from games.baccarat.shoe import CUT_CARDS
from kafeneio import verify
from services.contracts.tables.commands import SeatPlayer
from services.contracts.tables.rounds import RoundAsked, RoundEnded
from services.platform.process.json import encode
from services.tables.settings import TablesSettings
from tests.tables.support.desk import Desk, last_view
from tests.tables.support.house_banked_table import HouseTable
from tests.tables.transitions.test_shoes import recording_of

GUESTS = ("ann", "bob")
SEEDS = {"ann": "aa" * 16, "bob": "bb" * 16}


@pytest.fixture
def table() -> HouseTable:
    """Both sit there and bets are taken; the shoe is of one pack."""
    desk = Desk(settings=TablesSettings(bot_processes=0, shoe_packs=1), games=["baccarat"])
    options = {"variant": "fortune_six"}
    desk.open("table-1@baccarat", options=options, seats=[SeatPlayer(name="")] * 7, organizer=-1, house=True)
    table = HouseTable(desk, "table-1@baccarat")
    for seat, account in enumerate(GUESTS):
        table.sits(account, seat, chips=90_000)
    seeded(table)
    return table


def seeded(table: HouseTable) -> None:
    """The shoe that is awaited is drawn and shuffled."""
    for account in GUESTS:
        table.seed(account, SEEDS[account])
    table.desk.pass_ms(3_100)
    assert table.state.phase == "betting"


def play_round(table: HouseTable) -> RoundEnded:
    """Both bet; the wallet holds and pays; the next window opens, or a new shoe is awaited."""
    table.move("ann", None, {"move": "bet", "stakes": {"banker": 200, "fortune_six": 20}})
    table.move("bob", None, {"move": "bet", "stakes": {"player": 300, "tie": 20}})
    for account in GUESTS:
        table.done(account)
    (asked,) = table.desk.told(RoundAsked)
    assert asked.bets == {"ann": 220, "bob": 320}
    table.held(asked, chips=90_000)
    for _ in range(9):
        table.desk.pass_ms(1_000)
    (ended,) = table.desk.told(RoundEnded)
    table.paid(ended, chips=90_000)
    table.desk.pass_ms(4_100)
    return ended


def test_a_shoe_is_played_to_its_cut_card_and_proved(table: HouseTable) -> None:
    shoe, commit = table.now.match.id, last_view(table.watch("ann"))["commit"]
    rounds, last = 0, False
    while table.now.match.id == shoe:
        assert not last, "one round is dealt behind the cut card"
        last = table.state.last_round
        assert last == (table.state.remaining <= CUT_CARDS)
        ended = play_round(table)
        rounds += 1
        assert ended.number == rounds and set(ended.credited or {}) <= set(GUESTS)
    assert last and 5 <= rounds <= 9
    proof = last_view(table.watch("bob"))["last_shoe"]
    assert (proof["match"], proof["commit"]) == (shoe, commit)
    recording = json.loads(encode(recording_of(table, shoe)))
    assert all(finding.holds for finding in verify.check(recording, commit, SEEDS["ann"]))
    seeded(table)
    assert table.state.shoes == 2 and table.state.history == ()
    assert play_round(table).number == rounds + 1
