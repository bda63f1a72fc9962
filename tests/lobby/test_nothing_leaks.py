"""Nobody learns of another's balance, limits, exclusion, suspension or device by asking for games with them
(services/lobby/RULES.md §4–§6, §9): two worlds that differ in one such fact look alike to everybody else."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from services.contracts.base import Done
from services.contracts.client.frames import SentFrame
from services.contracts.lobby import seeks
from services.contracts.lobby.accounts import accounts as contract
from services.contracts.lobby.people import blocks, conduct, friends
from services.contracts.moderation.reports import ReportContext
from services.contracts.tables.catalogue import CheckedOptions, CheckOptions, GetMatch
from services.contracts.tables.events import TableDone
from services.contracts.tournaments.entries import GetCompetitor
from services.contracts.tournaments.events import GameCalled
from services.contracts.wallet import shop as economy
from services.contracts.wallet.balances import CheckStake
from services.kernel.refusal import Refusal
from services.kernel.stake_refusals import REFUSED, code_for_others
from services.lobby.matchmaking import seating as matchmaking
from services.lobby.matchmaking import seeks as seek_handlers
from services.lobby.presence import competitors
from services.lobby.social import blocks as block_handlers
from services.lobby.social import friends as friend_handlers
from services.lobby.tables import competition_games as competitions
from services.lobby.tables.match_events import tables_done
from tests.lobby.local_lobby import LocalLobby
from tests.lobby.test_wallet_requests import record
from tests.lobby.two_worlds import FACTS, OTHER_VICTIM, STAKES_CHIPS, VICTIM, World

Worlds = Callable[..., World]
Attack = Callable[[World], None]


_usual: dict[str, list[str]] = {}
"""What is seen of each attack where no fact is true, which is the same for all facts."""


@pytest.fixture
def worlds(migrated_sqlite: Callable[[str], str]) -> Iterator[Worlds]:
    """Makes worlds."""
    made: list[World] = []

    def make(fact: str = "nothing") -> World:
        world = World(migrated_sqlite("lobby"), migrated_sqlite("wallet"), shared_device=fact == "shared_device")
        made.append(world)
        return world

    yield make
    for world in made:
        world.close()


# --- what attackers try before the victim has done anything ---


def invite_before_one_who_is_refused(world: World) -> None:
    """The victim is named first, so that a refusal about them would come first."""
    for stake_chips in STAKES_CHIPS:
        world.get_up("Ana", world.invite(stake_chips, VICTIM, "Ron", "Poor"))


def invite_after_one_who_is_refused(world: World) -> None:
    for stake_chips in STAKES_CHIPS:
        world.get_up("Ana", world.invite(stake_chips, "Poor", VICTIM))


def invite_alone(world: World) -> None:
    for stake_chips in STAKES_CHIPS:
        world.invite(stake_chips, VICTIM)
        world.wait(31_000)


def invite_two_who_may_be_one(world: World) -> None:
    for stake_chips in STAKES_CHIPS:
        world.get_up("Ana", world.invite(stake_chips, VICTIM, OTHER_VICTIM))


def have_the_refused_one_invite(world: World) -> None:
    for stake_chips in STAKES_CHIPS:
        world.get_up("Poor", world.invite(stake_chips, VICTIM, by="Poor"))


def start_before_the_answer(world: World) -> None:
    for stake_chips in STAKES_CHIPS:
        table = world.invite(stake_chips, VICTIM, "Ron")
        if table is not None:
            world.ask("Ron", lambda table=table: world.lobby.answer(world.people["Ron"], f"{table}:2"))
            world.ask("Ana", lambda table=table: world.lobby.start(world.people["Ana"], table))
        world.get_up("Ana", table)


def accept_beside_the_victim(world: World) -> None:
    for stake_chips in STAKES_CHIPS:
        table = world.invite(stake_chips, VICTIM, "Poor")
        if table is not None:
            world.ask("Poor", lambda table=table: world.lobby.answer(world.people["Poor"], f"{table}:2"))
        world.get_up("Ana", table)


def look_for_a_game(world: World) -> None:
    wanted = [seeks.SeekGame(game="tictactoe")]
    for name, stakes in (("Ana", STAKES_CHIPS[:2]), ("Ron", STAKES_CHIPS[2:])):
        start = seeks.StartSeek(account=world.id(name), games=wanted, stakes_chips=list(stakes), wait_s=600)
        world.ask(name, lambda start=start: seek_handlers.start_seek(world.lobby.ports, start))
        world.ask(name, lambda: matchmaking.sweep_seeks(world.lobby.ports))


def make_friends_and_block(world: World) -> None:
    run, ana = world.lobby.ports.run, world.id("Ana")
    world.ask("Ana", lambda: run(friend_handlers.ask_friend, friends.AskFriend(account=ana, name=VICTIM)))
    world.ask("Ana", lambda: run(block_handlers.block_player, blocks.BlockPlayer(account=ana, name=VICTIM)))
    unblock = blocks.UnblockPlayer(account=ana, player=world.id(VICTIM))
    world.ask("Ana", lambda: run(block_handlers.unblock_player, unblock))
    world.ask("Ana", lambda: run(friend_handlers.list_friends, friends.ListFriends(account=ana)))


def read_and_report(world: World) -> None:
    ana = world.id("Ana")
    world.ask("Ana", contract.GetPlayer(name=VICTIM))
    world.ask("Ana", contract.GetPlayer(account=world.id(VICTIM)))
    report = conduct.ReportPlayer(
        account=ana, id="r1", category="other", comment="", context=ReportContext(), name=VICTIM
    )
    world.ask("Ana", report)


def call_a_game_of_a_competition(world: World) -> None:
    world.ask("Ana", lambda: world.lobby.ports.run(competitors.get_competitor, GetCompetitor(account=world.id("Ana"))))
    seats = [world.id("Ana"), world.id(VICTIM)]
    called = GameCalled(competition="cup", name="Cup", table="t1", game="tictactoe", options={}, shards=8, seats=seats)
    world.ask("Ana", lambda: world.lobby.deliver(competitions.games_called, called))


def play_for_nothing_and_give(world: World) -> None:
    """At a table without a stake, where the victim has sat down."""
    table = world.create("Ana", 0, game="dominoes").table
    assert not isinstance(world.lobby.join(world.people[VICTIM], table), Refusal)
    world.ask("Ana", lambda: world.lobby.start(world.people["Ana"], table))
    gift = economy.GiveItem(account=world.id("Ana"), id="g1", table=table, match="m", item="coffee", seat=1)
    world.lobby.rpc.answers |= {
        GetMatch: record(table),
        CheckOptions: CheckedOptions(options={}, seats=2, sides=[[0, 1]], shards=8),
    }
    given = world.ask("Ana", gift)
    assert isinstance(given, economy.Gift)
    world.drawn[given.gift] = "gift"


ATTACKS: tuple[Attack, ...] = (
    invite_before_one_who_is_refused,
    invite_after_one_who_is_refused,
    invite_alone,
    invite_two_who_may_be_one,
    have_the_refused_one_invite,
    start_before_the_answer,
    accept_beside_the_victim,
    look_for_a_game,
    make_friends_and_block,
    read_and_report,
    call_a_game_of_a_competition,
    play_for_nothing_and_give,
)


def seen_of(world: World, fact: str, attack: Attack) -> list[str]:
    world.become(fact)
    world.look()
    attack(world)
    return world.transcript()


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
@pytest.mark.parametrize("fact", FACTS)
def test_before_a_player_has_acted_a_private_fact_about_them_changes_nothing_for_others(
    worlds: Worlds, fact: str, attack: Attack
) -> None:
    if attack.__name__ not in _usual:
        _usual[attack.__name__] = seen_of(worlds(), "nothing", attack)
    assert seen_of(worlds(fact), fact, attack) == _usual[attack.__name__]


@pytest.mark.parametrize(
    "attack", [each for each in ATTACKS if each is not play_for_nothing_and_give], ids=lambda attack: attack.__name__
)
def test_no_service_is_asked_about_a_player_that_has_not_acted(worlds: Worlds, attack: Attack) -> None:
    world = worlds()
    attack(world)
    assert world.asked_about(VICTIM) == []


# --- what they see when the victim answers ---


@pytest.mark.parametrize("fact", FACTS)
def test_an_acceptance_that_is_refused_looks_to_others_like_silence(worlds: Worlds, fact: str) -> None:
    seen = []
    for tries in (True, False):
        world = worlds(fact)
        world.become(fact)
        if fact == "shared_device":
            table = world.invite(4_500, VICTIM, OTHER_VICTIM)
            assert world.lobby.answer(world.people[OTHER_VICTIM], f"{table}:2") == Done()
        else:
            table = world.invite(4_500, VICTIM)
        if tries:
            answer = world.lobby.answer(world.people[VICTIM], f"{table}:1")
            assert isinstance(answer, Refusal), "the victim is told why"
            assert answer.error != REFUSED
        world.wait(31_000)
        seen.append(world.transcript())
    assert seen[0] == seen[1]
    assert any('"invitation_rejected"' in line for line in seen[0])


@pytest.mark.parametrize("fact", [fact for fact in FACTS if fact not in ("self_exclusion", "shared_device")])
def test_a_start_reveals_nothing_that_has_become_true_of_a_seated_player(worlds: Worlds, fact: str) -> None:
    """The stakes are held by the match, which sends each seat what it may know."""
    seen = []
    for later in ("nothing", fact):
        world = worlds()
        table = world.invite(4_500, VICTIM)
        assert world.lobby.answer(world.people[VICTIM], f"{table}:1") == Done()
        world.become(later)
        world.ask("Ana", lambda world=world, table=table: world.lobby.start(world.people["Ana"], str(table)))
        seen.append(world.transcript())
    assert seen[0] == seen[1]


def test_a_search_that_is_refused_later_looks_to_others_like_one_that_was_stopped(worlds: Worlds) -> None:
    seen = []
    for is_refused in (True, False):
        world = worlds()
        look = {"games": [seeks.SeekGame(game="tictactoe")], "stakes_chips": [4_500], "wait_s": 600}
        for name in (VICTIM, "Ana"):
            start = seeks.StartSeek(account=world.id(name), **look)
            assert not isinstance(seek_handlers.start_seek(world.lobby.ports, start), Refusal)
        if is_refused:
            world.become("balance")
        else:
            stop = seeks.CancelSeek(account=world.id(VICTIM))
            world.lobby.ports.run(seek_handlers.cancel_seek, stop)
        world.lobby.wait(60_000)  # by then ratings do not matter
        world.ask("Ana", lambda world=world: matchmaking.sweep_seeks(world.lobby.ports))
        own = seeks.GetSeeks(account=world.id("Ana"))
        world.ask("Ana", lambda world=world, own=own: world.lobby.ports.run(seek_handlers.get_seeks, own))
        seen.append(world.transcript())
    assert seen[0] == seen[1]


# --- when the stakes of a match cannot be held ---

OF_A_TABLE = frozenset({"stake_invalid", "stake_below_minimum", "stake_above_maximum"})
"""Refusals that are about the table, and not about anybody at it."""
ABOUT_A_PLAYER = sorted({*CheckStake.refusals} - OF_A_TABLE)


@pytest.mark.parametrize("code", ABOUT_A_PLAYER)
def test_a_refusal_about_a_player_is_for_others_always_the_same(code: str) -> None:
    assert code_for_others(code) == REFUSED


def test_others_learn_neither_the_player_nor_the_reason_of_a_refused_hold(lobby: LocalLobby) -> None:
    ana, ben, eva = lobby.enter("Ana", "Ben", "Eva")
    seen: dict[str, list[Any]] = {}
    for code in ABOUT_A_PLAYER:
        for blamed in (ben, eva):
            table = lobby.started(ana, ben, eva)
            lobby.push.forget()
            lobby.deliver(tables_done, TableDone(table=table, reason=code, account=blamed.account))
            seen[f"{code} {blamed.account}"] = lobby.push.to(ana.account, SentFrame)
            assert lobby.push.to(blamed.account, SentFrame) == [SentFrame(table=None, reason=code, name=None)]
    assert len(seen) == 2 * len(ABOUT_A_PLAYER)
    assert all(frames == [SentFrame(table=None, reason=REFUSED)] for frames in seen.values())
