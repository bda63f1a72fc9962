"""Bot accounts: made, listed, closed (RULES.md §13)."""

from services.contracts.base import Done
from services.contracts.lobby.accounts import bots as contract
from services.contracts.tables.catalogue import GetCatalogue
from services.kernel.clock import utc_date
from services.kernel.persons.bot_accounts import new_bot_id
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.access import security_log_rows as security
from services.lobby.accounts import credential_rows as accounts
from services.lobby.accounts import known_persons, permissions
from services.lobby.bots import rows as stored
from services.lobby.bots import rules
from services.lobby.bots.rules import Bot
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.presence.player import Player
from services.lobby.privacy import erasure
from services.lobby.sessions import use_cases as sessions
from services.platform.database.unit_of_work import Work


def list_bots(work: Work, ports: Ports, request: contract.ListBots) -> contract.Bots | Refusal:
    """The session's bot accounts, and the limits."""
    owner = _own(work, ports, request.token)
    if isinstance(owner, Refusal):
        return owner
    limits = ports.settings.bots
    lines = [_line(work, each) for each in stored.list_of(work, owner.account)]
    return contract.Bots(bots=lines, bots_max=limits.bots_max, games_day_max=limits.games_day_max)


def make_bot(ports: Ports, request: contract.MakeBot) -> contract.BotLine | Refusal:
    """Make a bot account. Tables, which knows the games, is asked before the unit of work."""
    catalogue = ports.rpc.call(GetCatalogue(), timeout_ms=ports.settings.table_checks_timeout_ms)
    if isinstance(catalogue, Refusal):
        return catalogue
    games = {each.game for each in catalogue.games if not each.house_banked}
    answer: contract.BotLine | Refusal = ports.run(_make, request, games)
    return answer


def _make(work: Work, ports: Ports, request: contract.MakeBot, known: set[str]) -> contract.BotLine | Refusal:
    owner = _own(work, ports, request.token)
    if isinstance(owner, Refusal):
        return owner
    if excluded := permissions.check_suspended(work, ports, owner.account, "invite"):
        return excluded
    players.lock(work, [owner.account])
    limits = ports.settings.bots
    if len(stored.list_of(work, owner.account)) >= limits.bots_max:
        return Refusal("bot_limit", {"max": limits.bots_max})
    name = rules.read_name(request.name)
    if isinstance(name, Refusal):
        return name
    games = rules.read_games(request.games, known)
    if isinstance(games, Refusal):
        return games
    account = new_bot_id(ports.cell)
    if not players.add(work, Player(account, name.shown, name.key, owner.language, work.now_ms)):
        return Refusal("username_taken")
    made = Bot(account=account, owner=owner.account, games=games, made_at_ms=work.now_ms)
    stored.add(work, made)
    security.note(work, "bot_made", owner.account, bot=account)
    work.publish(_made(work, owner, made))
    work.after(metrics.bots.labels("made").inc)
    return _line(work, made)


def _made(work: Work, owner: Player, bot: Bot) -> contract.BotMade:
    """The fact for others, with the keys of the owner's person."""
    credentials = accounts.find(work, owner.account)
    if credentials is None:
        return contract.BotMade(account=bot.account, owner=owner.account, made_at_ms=bot.made_at_ms)
    keys = known_persons.keys_of(owner, credentials)
    return contract.BotMade(
        account=bot.account,
        owner=owner.account,
        made_at_ms=bot.made_at_ms,
        device=keys.device,
        email_key=keys.email_key,
        person_key=keys.person_key,
        device_identity=keys.device_identity,
    )


def close_bot(ports: Ports, request: contract.CloseBot) -> Done | Refusal:
    """Erase a bot account."""
    refusal = ports.run(_check_close, request)
    if refusal is not None:
        return refusal
    closed = erasure.erase_bot(ports, request.bot)
    return closed if isinstance(closed, Refusal) else Done()


def _check_close(work: Work, ports: Ports, request: contract.CloseBot) -> Refusal | None:
    owner = _own(work, ports, request.token)
    if isinstance(owner, Refusal):
        return owner
    bot = stored.find(work, request.bot)
    return None if bot is not None and bot.owner == owner.account else rules.UNKNOWN


def _own(work: Work, ports: Ports, token: str) -> Player | Refusal:
    """The player of a session, whose account is a full one at home here."""
    found = sessions.authenticate(work, ports, token)
    if isinstance(found, Refusal):
        return found
    return permissions.check_home(found[1], ports, "own_account") or found[1]


def _line(work: Work, bot: Bot) -> contract.BotLine:
    player = players.find(work, bot.account)
    return contract.BotLine(
        account=bot.account,
        name="" if player is None else player.name,
        games=list(bot.games),
        made_at_ms=bot.made_at_ms,
        games_today=bot.games_on(utc_date(work.now_ms)),
    )
