"""The chat of a company (services/lobby/RULES.md §3, §23)."""

from services.contracts.base import Done
from services.contracts.client.frames import ChatFrame
from services.contracts.lobby.people import companies as contract
from services.contracts.moderation.conduct import ChatMuted
from services.kernel.refusal import Refusal
from services.lobby.chat import use_cases as chat
from services.lobby.companies.rules import MUTE_MS
from tests.lobby.companies.people import found, grown_up
from tests.lobby.local_lobby import LocalLobby


def heard(lobby: LocalLobby, who: object) -> list[str]:
    return [frame.line.text for frame in lobby.push.to(who.account, ChatFrame)]  # type: ignore[attr-defined]


def test_what_a_member_says_reaches_members_alone(lobby: LocalLobby) -> None:
    ana, ben, eva = grown_up(lobby, "Ana", "Ben", "Eva")
    company = found(lobby, ana, joining="open")
    company.join(ben)
    room = f"company:{company.id}"
    assert lobby.say(ana, "Who comes?", room).room == room
    assert (heard(lobby, ana), heard(lobby, ben), heard(lobby, eva)) == (["Who comes?"], ["Who comes?"], [])
    assert lobby.say(eva, "I", room) == Refusal("chat_not_member")
    assert lobby.say(eva, "I", "company:none") == Refusal("chat_not_member")
    assert company.do(eva, contract.ListCompanyChat) == "company_forbidden"
    company.join(eva)
    assert [line.text for line in company.do(eva, contract.ListCompanyChat).lines] == ["Who comes?"]
    company.leave(ben)
    assert lobby.say(ben, "Still here", room) == Refusal("chat_not_member")
    assert company.do(ben, contract.ListCompanyChat) == "company_forbidden"


def test_hosts_mute_members_for_a_day(lobby: LocalLobby) -> None:
    ana, ben, eva = grown_up(lobby, "Ana", "Ben", "Eva")
    company = found(lobby, ana)
    company.bring(ana, (ben, "Ben"), (eva, "Eva"))
    company.role(ana, ben, "host")
    room = f"company:{company.id}"

    def mute(who: object, other: object, muted: bool = True) -> object:
        return company.do(who, contract.MuteCompanyMember, player=other.account, muted=muted)  # type: ignore

    assert mute(eva, ben) == "company_forbidden"
    assert mute(ben, ana) == "company_forbidden"
    assert mute(ben, eva) == Done()
    until_ms = lobby.now_ms + MUTE_MS
    assert lobby.say(eva, "But", room) == Refusal("chat_muted_by_host", {"until_ms": until_ms})
    assert not isinstance(lobby.say(eva, "Hello"), Refusal), "the lobby's chat is another room"
    assert [each.muted_until_ms for each in company.seen_by(ana).members] == [0, 0, until_ms]
    mute(ben, eva, muted=False)
    assert not isinstance(lobby.say(eva, "Thanks", room), Refusal)
    mute(ben, eva)
    lobby.wait(MUTE_MS)
    assert not isinstance(lobby.say(eva, "A day later", room), Refusal)
    lobby.deliver(chat.chat_muted, ChatMuted(account=eva.account, until_ms=lobby.now_ms + 1, seq=1))
    assert lobby.say(eva, "x", room).error == "chat_banned"


def test_members_in_one_match_write_nothing_there(lobby: LocalLobby) -> None:
    ana, ben, eva, ida = grown_up(lobby, "Ana", "Ben", "Eva", "Ida")
    company = found(lobby, ana)
    company.bring(ana, (ben, "Ben"), (eva, "Eva"))
    room = f"company:{company.id}"
    lobby.started(ana, ben)
    assert lobby.say(ana, "I have the ace", room) == Refusal("chat_at_match")
    lobby.started(eva, ida)
    assert not isinstance(lobby.say(eva, "Playing", room), Refusal), "with nobody of the company"
