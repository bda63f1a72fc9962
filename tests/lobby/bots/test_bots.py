"""Bot accounts: services/lobby/RULES.md §13."""

from typing import Any

import pytest

from services.contracts.base import Done
from services.contracts.lobby import presence
from services.contracts.lobby.accounts import accounts, bots, privacy, tokens
from services.contracts.moderation.events import Span, StandingChanged
from services.contracts.tables import catalogue
from services.contracts.tournaments.entries import GetCompetitor
from services.kernel.clock import DAY_MS
from services.kernel.persons.bot_accounts import is_bot_account
from services.kernel.refusal import Refusal
from services.lobby.accounts.rules import read_username
from services.lobby.bots import rows as stored
from services.lobby.bots import rules
from services.lobby.conduct import standings
from services.lobby.presence import competitors
from services.lobby.privacy import rows as privacy_rows
from tests.lobby.bots.known_games import catalogue_of
from tests.lobby.local_lobby import PASSWORD, Here, LocalLobby

FORBIDDEN, NOT_ALLOWED = "bot_forbidden", Refusal("bots_not_allowed")


@pytest.fixture(autouse=True)
def games(lobby: LocalLobby) -> None:
    lobby.rpc.answers[catalogue.GetCatalogue] = catalogue_of("tictactoe", "tavli", "baccarat", house=("baccarat",))


def make(lobby: LocalLobby, owner: Here, name: str = "deep", games: tuple[str, ...] = ("tictactoe",)) -> Any:
    return lobby.ask(bots.MakeBot(token=owner.token, name=name, games=list(games)))


def token_of(lobby: LocalLobby, owner: Here, bot: str, *scopes: Any) -> Any:
    form = {"name": "Program", "scopes": list(scopes or ("play", "read")), "days": 30, "password": PASSWORD}
    return lobby.ask(tokens.MakeToken(token=owner.token, bot=bot, **form))


def brought(lobby: LocalLobby, owner: Here, name: str = "deep", **how: Any) -> Here:
    """A bot of this owner that has come in."""
    line = make(lobby, owner, name, **how)
    assert isinstance(line, bots.BotLine), line
    secret = token_of(lobby, owner, line.account).secret
    lobby._last += 1
    room = lobby.ask(presence.Connected(token=secret, gateway="g1", conn=lobby._last))
    assert isinstance(room, presence.Room), room
    return Here(line.account, secret, "g1", lobby._last)


def free(lobby: LocalLobby, who: Here, **fields: Any) -> Any:
    return lobby.create(who, **({"stake_chips": 0} | fields))


# --- made and closed ---


def test_a_bot_is_known_by_its_name_and_its_id(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    line = make(lobby, ana, games=("tavli", "tictactoe"))
    assert (line.name, line.games, line.games_today) == ("bot.deep", ["tavli", "tictactoe"], 0)
    assert is_bot_account(line.account) and not is_bot_account(ana.account)
    found = lobby.ask(bots.ListBots(token=ana.token))
    assert (found.bots, found.bots_max) == ([line], 3)
    assert read_username("bot.deep") == read_username("Bot.deeper") == Refusal("username_taken")


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"name": "d"}, "username_invalid"),
        ({"name": "d" * 17}, "username_invalid"),
        ({"name": "de ep"}, "username_invalid"),
        ({"name": "admin"}, "username_taken"),
        ({"games": ()}, "bot_games_invalid"),
        ({"games": ("chess",)}, "bot_games_invalid"),
        ({"games": ("baccarat",)}, "bot_games_invalid"),
    ],
)
def test_what_does_not_fit_makes_none(lobby: LocalLobby, fields: dict[str, Any], error: str) -> None:
    (ana,) = lobby.enter("Ana")
    assert make(lobby, ana, **fields).error == error
    assert lobby.rows(stored.bots) == []


def test_a_person_has_so_many_and_names_are_unique(lobby: LocalLobby) -> None:
    lobby.set(bots_max=2)
    ana, ben = lobby.enter("Ana", "Ben")
    make(lobby, ana)
    assert make(lobby, ben).error == "username_taken"
    make(lobby, ana, "blue")
    assert make(lobby, ana, "third") == Refusal("bot_limit", {"max": 2})


def test_only_its_owner_closes_a_bot_and_makes_its_tokens(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    line = make(lobby, ana)
    assert token_of(lobby, ben, line.account) == Refusal("bot_unknown")
    assert lobby.ask(bots.CloseBot(token=ben.token, bot=line.account)) == Refusal("bot_unknown")
    secret = token_of(lobby, ana, line.account).secret
    assert lobby.ask(bots.CloseBot(token=ana.token, bot=line.account)) == Done()
    assert lobby.ask(accounts.WhoIs(token=secret, operation="GET /api/me")) == Refusal("token_invalid")
    assert lobby.ask(bots.ListBots(token=ana.token)).bots == []
    assert isinstance(make(lobby, ana), bots.BotLine), "its name is free again"


def test_a_bot_s_token_has_play_and_no_company_and_a_person_s_the_other_way(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    line = make(lobby, ana)
    new = token_of(lobby, ana, line.account, "read", "chat", "play")
    assert new.line.bot == line.account
    assert token_of(lobby, ana, line.account, "company").error == "token_scopes_invalid"
    me = lobby.ask(accounts.WhoIs(token=new.secret, operation="GET /api/me"))
    assert (me.account, me.bot, me.scopes) == (line.account, True, ["read", "chat", "play"])


# --- tables ---


def test_it_sits_down_where_bots_are_allowed_and_nowhere_else(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    bot = brought(lobby, ana)
    table = free(lobby, ben)
    assert not table.bots_allowed
    assert lobby.join(bot, table.table) == NOT_ALLOWED
    lobby.get_up(ben, table.table)
    table = free(lobby, ben, bots_allowed=True)
    assert table.bots_allowed
    assert [seat.name for seat in lobby.join(bot, table.table).seats] == ["Ben", "bot.deep"]
    assert lobby.start(ben, table.table) == Done()


def test_a_match_with_a_bot_changes_no_ratings(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    bot = brought(lobby, ana)
    table = free(lobby, ben, bots_allowed=True).table
    lobby.join(bot, table)
    lobby.start(ben, table)
    (order,) = [each.order for _, each in lobby.sent()]
    assert order.guests == [bot.account]


def test_it_opens_tables_that_say_so(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    bot = brought(lobby, ana)
    assert free(lobby, bot) == NOT_ALLOWED
    assert free(lobby, bot, bots_allowed=True).bots_allowed


def test_it_practises_against_the_computer(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    bot = brought(lobby, ana)
    assert free(lobby, bot, bots=[1]).practice


def test_never_for_chips_nor_another_game(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    bot = brought(lobby, ana)
    assert lobby.create(bot, stake_chips=500, bots_allowed=True).error == FORBIDDEN
    assert free(lobby, bot, game="tavli", bots_allowed=True).error == FORBIDDEN
    assert lobby.create(ben, stake_chips=500, bots_allowed=True) == Refusal("stake_invalid", {"bots_allowed": True})
    table = lobby.create(ben, stake_chips=500).table
    assert lobby.join(bot, table).error == FORBIDDEN


def test_an_invitation_of_a_bot_needs_a_table_that_allows_bots(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    bot = brought(lobby, ana)
    invite = {"mode": "invite", "invite": {"1": "bot.deep"}}
    assert free(lobby, ben, **invite) == NOT_ALLOWED
    table = free(lobby, ben, bots_allowed=True, **invite)
    assert lobby.answer(bot, f"{table.table}:1") in (Done(), Refusal("invitation_unknown"))


def test_it_plays_so_much_a_day(lobby: LocalLobby) -> None:
    lobby.set(bot_games_day_max=2)
    (ana,) = lobby.enter("Ana")
    bot = brought(lobby, ana)
    for _ in range(2):
        lobby.get_up(bot, free(lobby, bot, bots_allowed=True).table)
    assert free(lobby, bot, bots_allowed=True) == Refusal("bot_games_limit", {"max": 2})
    assert lobby.ask(bots.ListBots(token=ana.token)).bots[0].games_today == 2
    lobby.wait(DAY_MS)
    assert free(lobby, bot, bots_allowed=True).bots_allowed


def test_no_competition_takes_it(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    bot = brought(lobby, ana)
    asked = GetCompetitor(account=bot.account)
    assert lobby.ports.run(competitors.get_competitor, asked).error == FORBIDDEN


def test_it_counts_as_no_person(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    bot = brought(lobby, ana)
    assert lobby.statuses() == {"Ana": "online", "bot.deep": "online"}
    free(lobby, bot, bots=[1])
    assert lobby.ask(presence.CountPresent()) == presence.Counts(players=1, matches=0, practising=0)


# --- its owner answers for it ---


def test_what_excludes_the_owner_excludes_the_bot(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    bot = brought(lobby, ana)
    span = Span(from_ms=lobby.now_ms, until_ms=lobby.now_ms + DAY_MS)
    changed = StandingChanged(account=ana.account, seq=1, blocked=False, suspensions=[span])
    lobby.push.forget()
    lobby.deliver(standings.standings_changed, changed)
    closed = {account for accounts_of, _, _ in lobby.push.closed_connections() for account in accounts_of or ()}
    assert closed == {ana.account, bot.account}
    again = lobby.ask(presence.Connected(token=bot.token, gateway="g1", conn=99))
    assert again.error == "account_suspended"


def test_a_changed_password_ends_the_bot_s_tokens(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    bot = brought(lobby, ana)
    lobby.ask(accounts.ChangePassword(token=ana.token, current=PASSWORD, new="another horse 7"))
    assert lobby.ask(accounts.WhoIs(token=bot.token, operation="GET /api/me")) == Refusal("token_invalid")
    assert "bot.deep" not in lobby.statuses()


def test_the_owner_s_export_lists_it_and_the_owner_s_erasure_takes_it(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    bot = brought(lobby, ana)
    with lobby.database.work() as work:
        (row,) = privacy_rows.rows_of(work, ana.account)["bots"]
    assert row["account"] == bot.account
    assert not isinstance(lobby.ask(privacy.EraseAccount(token=ana.token, password=PASSWORD)), Refusal)
    asked = [body["account"] for key, body in lobby.published() if key.endswith("erasure_asked")]
    assert asked == [bot.account, ana.account]
    assert lobby.rows(stored.bots) == []


def test_an_erasure_waits_for_a_bot_that_plays(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    bot = brought(lobby, ana)
    table = free(lobby, ben, bots_allowed=True).table
    lobby.join(bot, table)
    lobby.start(ben, table)
    assert lobby.ask(privacy.EraseAccount(token=ana.token, password=PASSWORD)).error == "account_seated"
    assert lobby.rows(stored.bots)


def test_a_name_keeps_its_signs() -> None:
    named = rules.read_name("Deep_Blue")
    assert not isinstance(named, Refusal)
    assert (named.shown, named.key) == ("bot.Deep_Blue", "bot.deep_blue")
