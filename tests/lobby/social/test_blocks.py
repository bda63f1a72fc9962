"""Players who are not wanted by other players: services/lobby/RULES.md §5."""

from services.contracts.lobby.people import blocks
from services.contracts.moderation import conduct as moderation
from services.contracts.tables.catalogue import GetMatch
from services.contracts.wallet import shop as economy
from services.kernel.refusal import Refusal
from services.lobby.chat import use_cases as chat
from services.lobby.social import blocks as block_handlers
from services.lobby.social import gifts

HOUR_MS = 3_600_000


def block(lobby, who, name):
    return lobby.ports.run(block_handlers.block_player, blocks.BlockPlayer(account=who.account, name=name))


def names(lobby, who):
    found = lobby.ports.run(block_handlers.list_blocks, blocks.ListBlocks(account=who.account))
    return [each.name for each in found.players]


def invite(lobby, who, name, **how):
    return lobby.create(who, mode="invite", invite={"1": name}, **how)


def test_a_blocked_player_cannot_invite(lobby):
    ana, ben, _eva = lobby.enter("Ana", "Ben", "Eva")
    block(lobby, ben, "ANA")
    assert invite(lobby, ana, "Ben") == Refusal("blocked_by_player", {"seat": 1})
    assert lobby.statuses()["Ana"] == "online", "and nothing has changed"
    assert not isinstance(invite(lobby, ana, "Eva"), Refusal), "others are free to be asked"


def test_the_list_holds_one_way_and_ends_when_it_is_taken_back(lobby):
    ana, ben = lobby.enter("Ana", "Ben")
    block(lobby, ben, "Ana")
    opened = invite(lobby, ben, "Ana")
    assert not isinstance(opened, Refusal)
    lobby.get_up(ben, opened.table)
    lobby.ports.run(block_handlers.unblock_player, blocks.UnblockPlayer(account=ben.account, player=ana.account))
    assert names(lobby, ben) == []
    assert not isinstance(invite(lobby, ana, "Ben"), Refusal)


def test_a_gift_of_a_blocked_player_is_refused_before_chips_are_taken(lobby):
    ana, ben = lobby.enter("Ana", "Ben")
    table = lobby.started(ana, ben)
    block(lobby, ben, "Ana")
    lobby.rpc.answers[economy.BuyItem] = Refusal("not_in_match")
    given = gifts.give_item(
        lobby.ports,
        economy.GiveItem(account=ana.account, id="g", item="rose", table=table, match="m", seat=1),
    )
    assert given == Refusal("blocked_by_player")
    assert not [each for each in lobby.rpc.calls if isinstance(each, GetMatch)]
    assert [(order.running, order.accounts) for order in lobby.rpc.asked(economy.BuyItem)] == [(False, [])]


def test_the_list_takes_players_once_and_never_oneself(lobby):
    ana, _ben = lobby.enter("Ana", "Ben")
    block(lobby, ana, "Ben")
    block(lobby, ana, "Ben")
    assert names(lobby, ana) == ["Ben"]
    assert block(lobby, ana, "Ana").error == "block_self"
    assert block(lobby, ana, "Nobody").error == "player_unknown"


def test_a_full_block_list_takes_no_more_entries(lobby, monkeypatch):
    monkeypatch.setattr(block_handlers, "BLOCKS_MAX", 1)
    ana, _ben, _eva = lobby.enter("Ana", "Ben", "Eva")
    block(lobby, ana, "Ben")
    assert block(lobby, ana, "Eva") == Refusal("block_limit", {"most": 1})


def test_repeated_invitations_of_the_same_player_have_to_wait(lobby):
    lobby.set(invitations_per_pair_h=3)
    ana, ben = lobby.enter("Ana", "Ben")
    for _ in range(3):
        opened = invite(lobby, ana, "Ben")
        lobby.get_up(ana, opened.table)
    assert invite(lobby, ana, "Ben") == Refusal("invitation_limit", {"seat": 1})
    assert not isinstance(invite(lobby, ben, "Ana"), Refusal)


def test_after_an_hour_one_may_invite_again(lobby):
    lobby.set(invitations_per_pair_h=1, inactivity_s=100_000)
    ana, _ben = lobby.enter("Ana", "Ben")
    lobby.get_up(ana, invite(lobby, ana, "Ben").table)
    lobby.wait(HOUR_MS)
    assert not isinstance(invite(lobby, ana, "Ben"), Refusal)


def test_a_muted_player_cannot_write_by_the_names_of_tables(lobby):
    ana, ben = lobby.enter("Ana", "Ben")
    until_ms = lobby.now_ms + HOUR_MS
    lobby.deliver(chat.chat_muted, moderation.ChatMuted(account=ana.account, until_ms=until_ms, seq=1))
    assert lobby.create(ana, name="You all cheat").name == "Ana"
    assert lobby.create(ben, name="Our table").name == "Our table"


def test_an_erased_account_is_on_no_list(lobby):
    ana, ben = lobby.enter("Ana", "Ben")
    block(lobby, ana, "Ben")
    block(lobby, ben, "Ana")
    lobby.database.run(_erase, ben.account)
    assert names(lobby, ana) == []


def _erase(work, account):
    from services.lobby.privacy import rows as privacy

    privacy.erase(work, account, "Ben")
