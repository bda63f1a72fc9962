"""What competitions ask about players: those who enter them, and those who make them (services/tournaments/RULES.md §5,
§11)."""

from services.contracts.tournaments.entries import CheckMaker, Competitor, GetCompetitor, Maker
from services.kernel.clock import utc_date
from services.kernel.persons.ages import years_of
from services.kernel.persons.identity import device_key
from services.kernel.refusal import Refusal
from services.lobby.accounts import credential_rows as accounts
from services.lobby.accounts import permissions
from services.lobby.companies import rows as companies
from services.lobby.companies import rules
from services.lobby.companies.authority import check_voice, player_who_may
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.sessions import rows as sessions
from services.lobby.social import friend_rows as friends
from services.platform.database.unit_of_work import Work


def get_competitor(work: Work, ports: Ports, request: GetCompetitor) -> Competitor | Refusal:
    """The facts about an account that competitions need."""
    me = players.find(work, request.account)
    if me is None:
        return Refusal("player_unknown")
    if refusal := permissions.check_home(me, ports, "own_account"):
        return refusal
    device = sessions.devices_of(work, [me.account]).get(me.account, "")
    born = accounts.find_birth_date(work, me.account)
    return Competitor(
        account=me.account,
        name=me.name,
        here=me.is_here,
        table=me.seated_at,
        device=device_key(device),
        age=0 if born is None else years_of(born, utc_date(work.now_ms)),
        elo=ports.settings.elo_start if me.elo is None else me.elo,
        belongs=_belongs(work, request),
    )


def _belongs(work: Work, request: GetCompetitor) -> bool:
    if request.company is not None:
        return companies.find_member(work, request.company, request.account) is not None
    return request.maker is not None and friends.state_of(work, request.account, request.maker) == "friend"


def check_maker(work: Work, ports: Ports, request: CheckMaker) -> Maker | Refusal:
    """Whether a player may make a competition (services/tournaments/RULES.md §11), as strict as founding a company: the
    player and the competition's name as it is companies."""
    me = player_who_may(work, ports, request.account)
    if isinstance(me, Refusal):
        return me
    refusal = rules.check_age(me.created_at_ms, work.now_ms, ports.settings.newcomer_days)
    refusal = refusal or check_voice(work, me.account)
    if refusal is not None:
        return refusal
    name = rules.read_name(request.name)
    if isinstance(name, Refusal):
        return Refusal("competition_name_invalid")
    return _check_company(work, request) or Maker(name=me.name, competition_name=name)


def _check_company(work: Work, request: CheckMaker) -> Refusal | None:
    if request.company is None or companies.find_member(work, request.company, request.account) is not None:
        return None
    found = companies.find(work, request.company)
    return rules.UNKNOWN if found is None or found.joining == "invited" else rules.FORBIDDEN
