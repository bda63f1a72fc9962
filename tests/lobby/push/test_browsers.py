"""Browsers that are notified, over a real database (services/lobby/RULES.md §24)."""

import pytest

from services.contracts.base import Done
from services.contracts.lobby.accounts import access, accounts, privacy
from services.contracts.lobby.people import push as contract
from services.contracts.lobby.people.push import PushChoices, QuietHours
from services.kernel.refusal import Refusal
from services.lobby.push import rules
from services.lobby.push.rows import push_browsers, push_choices, push_notices
from tests.lobby.local_lobby import PASSWORD, Here, LocalLobby
from tests.lobby.push.sending import KEYS, NEVER_QUIET, Pushed, ask
from tests.support.push_service import Subscriber


def get(lobby: LocalLobby, who: Here) -> PushChoices:
    found: PushChoices = ask(lobby, contract.GetPushChoices(account=who.account))
    return found


def drop(lobby: LocalLobby, who: Here, endpoint: str) -> None:
    ask(lobby, contract.DropPushBrowser(account=who.account, endpoint=endpoint))


def test_all_but_the_problem_is_on_at_first_and_quiet_by_the_browser_s_clock(pushed: Pushed, lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    assert get(lobby, ana).browsers == 0
    pushed.try_to_add(ana, pushed.service.endpoint("a"), Subscriber(), zone="Europe/Athens")
    found = get(lobby, ana)
    assert (found.key, found.browsers, found.kinds) == (
        KEYS.public,
        1,
        [each for each in rules.KINDS if each != "problem"],
    )
    assert found.quiet == QuietHours(from_minute=1_380, to_minute=480, zone="Europe/Athens")
    chosen = contract.SetPushChoices(account=ana.account, kinds=["call", "call"], quiet=NEVER_QUIET)
    assert ask(lobby, chosen).kinds == ["call"]
    pushed.try_to_add(ana, pushed.service.endpoint("b"), Subscriber(), zone="America/New_York")
    assert (get(lobby, ana).quiet, get(lobby, ana).browsers) == (NEVER_QUIET, 2)


def test_without_a_key_nothing_is_offered(lobby: LocalLobby, pushed: Pushed) -> None:
    (ana,) = lobby.enter("Ana")
    lobby.set()
    assert get(lobby, ana).key == ""
    assert pushed.try_to_add(ana, pushed.service.endpoint("a"), Subscriber()) == Refusal("push_off")


def test_what_is_no_browser_is_refused_and_changes_nothing(pushed: Pushed, lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    good, here = Subscriber(), pushed.service.endpoint("a")
    off_curve = Subscriber()
    off_curve.p256dh = "BA" + "A" * 85
    assert pushed.try_to_add(ana, "https://10.0.0.1/x", good) == Refusal("push_endpoint_invalid")
    assert pushed.try_to_add(ana, here, off_curve) == Refusal("push_keys_invalid")
    assert pushed.try_to_add(ana, here, good, zone="Mars/Olympus") == Refusal("zone_unknown")
    quiet = QuietHours(from_minute=0, to_minute=1, zone="Mars/Olympus")
    assert ask(lobby, contract.SetPushChoices(account=ana.account, kinds=[], quiet=quiet)) == Refusal("zone_unknown")
    assert lobby.rows(push_browsers) == []
    assert lobby.rows(push_choices) == []


def test_one_more_than_allowed_takes_the_place_of_the_oldest(pushed: Pushed, lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    added = []
    for _ in range(rules.BROWSERS_MAX + 2):
        lobby.wait(1)
        added.append(pushed.add(ana))
    kept = {row.endpoint for row in lobby.rows(push_browsers)}
    assert kept == set(added[2:])
    lobby.wait(1)
    pushed.add(ana, added[2].rsplit("/", 1)[1])
    assert {row.endpoint for row in lobby.rows(push_browsers)} == kept


def test_a_browser_belongs_to_the_account_that_used_it_last(pushed: Pushed, lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    endpoint = pushed.add(ana, "shared")
    pushed.add(ben, "shared")
    assert (pushed.browsers(ana), pushed.browsers(ben)) == (0, 1)
    drop(lobby, ana, endpoint)
    assert pushed.browsers(ben) == 1
    drop(lobby, ben, endpoint)
    drop(lobby, ben, endpoint)
    assert pushed.browsers(ben) == 0


def test_logging_out_ends_the_browsers_of_the_device(pushed: Pushed, lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    session = lobby.log_in("Ana", device="phone")
    here = lobby.connect(session)
    pushed.add(here, device="phone")
    pushed.add(here, device="desk")
    assert lobby.ask(accounts.LogOut(token=session.token)) == Done()
    assert [row.device for row in lobby.rows(push_browsers)] == ["desk"]
    assert ana.account == here.account


def test_a_session_that_runs_out_or_is_replaced_ends_nothing(pushed: Pushed, lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    pushed.add(ana)
    lobby.log_in("Ana", device="other")
    lobby.wait(24 * 3_600_000 + 1)
    lobby.sweep()
    assert pushed.browsers(ana) == 1


@pytest.mark.parametrize("way", ["end all", "password"])
def test_the_end_of_all_sessions_ends_all_browsers(pushed: Pushed, lobby: LocalLobby, way: str) -> None:
    lobby.enter("Ana")
    session = lobby.log_in("Ana", device="phone")
    ana = lobby.connect(session)
    pushed.add(ana, device="phone")
    pushed.add(ana, device="desk")
    if way == "end all":
        lobby.ask(access.EndSessions(token=session.token))
        assert pushed.browsers(ana) == 0
    else:
        changed = accounts.ChangePassword(token=session.token, current=PASSWORD, new="a quite other pass 77", device="")
        assert not isinstance(lobby.ask(changed), Refusal)
        assert [row.device for row in lobby.rows(push_browsers)] == ["phone"]


def test_a_browser_renews_itself_by_its_old_address_and_secret(pushed: Pushed, lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    old = pushed.add(ana)
    subscriber, fresh = Subscriber(), pushed.service.endpoint("fresh")

    def renew(endpoint: str, auth: str) -> object:
        return ask(
            lobby,
            contract.RenewPushBrowser(
                old_endpoint=endpoint,
                old_auth=auth,
                endpoint=fresh,
                p256dh=subscriber.p256dh,
                auth=subscriber.auth,
            ),
        )

    assert renew(old, "A" * 22) == Refusal("push_unknown")
    assert renew(old, "\ud800") == Refusal("push_unknown")
    assert renew(pushed.service.endpoint("other"), subscriber.auth) == Refusal("push_unknown")
    assert renew(old, subscriber.auth) == Done()  # all of the test's browsers have the same secret
    assert renew(old, subscriber.auth) == Refusal("push_unknown")
    assert [(row.endpoint, row.account) for row in lobby.rows(push_browsers)] == [(fresh, ana.account)]


def test_an_erasure_takes_all_of_it(pushed: Pushed, lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    pushed.add(ana)
    pushed.add(ben)
    lobby.ask(privacy.EraseAccount(token=ana.token, password=PASSWORD, device=""))
    for table in (push_browsers, push_choices, push_notices):
        assert {row.account for row in lobby.rows(table)} <= {ben.account}
    assert pushed.browsers(ben) == 1
