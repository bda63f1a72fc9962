"""Whether a player may make a competition (services/tournaments/RULES.md §11): as strict as founding a company."""

from services.contracts.tournaments.entries import CheckMaker, Maker
from services.kernel.refusal import Refusal
from services.lobby.companies import rows as stored
from services.lobby.companies import rules
from services.lobby.companies.authority import check_voice, player_who_may
from services.lobby.ports import Ports
from services.platform.database.unit_of_work import Work


def check_maker(work: Work, ports: Ports, request: CheckMaker) -> Maker | Refusal:
    """The player and the competition's name as it is stored."""
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
    if request.company is None or stored.find_member(work, request.company, request.account) is not None:
        return None
    found = stored.find(work, request.company)
    return rules.UNKNOWN if found is None or found.joining == "invited" else rules.FORBIDDEN
