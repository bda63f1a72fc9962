"""What an attacker tries from outside, on the embedded default and on real servers with a process for each service."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from bench.processes.whole_platform import Platform
from bench.robots.accounts import NO_ADDRESS_LIMITS
from tests.e2e.guest import PASSWORD, Guest
from tests.e2e.house import CHEAP_PASSWORDS, House, wait_until

pytestmark = [pytest.mark.real, pytest.mark.long]

SETTINGS = CHEAP_PASSWORDS | NO_ADDRESS_LIMITS | {"KAFENEIO_NEW_ACCOUNT_MAX_STAKE": "400"}
BORN = "1990-02-03"


class Site(NamedTuple):
    """A platform at an address."""

    url: str


@pytest.fixture(params=["embedded", "servers"], scope="module")
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One platform for all attacks of its kind; each brings accounts of its own."""
    if request.param == "embedded":
        house = House(tmp_path_factory.mktemp("attacked"), SETTINGS)
        try:
            yield Site(house.open().url)
        finally:
            house.kill()
        return
    rabbit, postgres = (request.getfixturevalue(name) for name in ("rabbit_server", "postgres_server"))
    with Platform(rabbit, postgres, settings=SETTINGS) as platform:
        yield Site(platform.rest_urls[0])


class Stranger(Guest):
    """Somebody at the site who need not have an account."""

    def __init__(self, site: Site, device: str) -> None:
        self.house, self.device = site, device  # type: ignore[assignment]
        self._last = 0

    def register(self, name: str, mailbox: str, born: str = BORN) -> tuple[int, Any]:
        """Register; the session is this one's from then on."""
        form = {"username": name, "email": f"{mailbox}@example.org", "password": PASSWORD, "birth_date": born}
        status, session = self.rest("POST", "/api/register", form)
        if status == 201:
            self.token, self.account, self.name = session["token"], session["account"]["account"], name
        return status, session

    def is_at_the_wallet(self) -> bool:
        """Whether the account has come there; its card says "no chips" before, too."""
        return bool(self.rest("GET", "/api/care")[0] == 200)

    def buys_ticket(self) -> Any:
        """The prize of a drawn ticket, or the code of the refusal."""
        status, ticket = self.rest("POST", "/api/lotteries/lot_200/tickets")
        return "bought" if status == 201 else ticket["error"]


def newcomer(site: Site, name: str, device: str, **how: str) -> Stranger:
    """A registered account whose welcome chips have come."""
    made = Stranger(site, device)
    status, answer = made.register(name, **({"mailbox": name} | how))
    assert status == 201, answer
    wait_until(made.is_at_the_wallet, "the account at the wallet")
    return made


def erase(who: Stranger) -> None:
    def is_done() -> bool:
        return who.rest("POST", "/api/me/erasure", {"password": PASSWORD})[0] == 202

    wait_until(is_done, "the erasure")


def test_an_excluded_person_buys_no_ticket_with_a_second_account(site: Site) -> None:
    first = newcomer(site, "Excluded", "e1" * 16, mailbox="excluded")
    assert first.rest("POST", "/api/care/exclusion", {"period": "30d"})[0] == 200
    assert first.buys_ticket() == "self_excluded"

    for name, device, mailbox in (("Second", "e2" * 16, "excluded+again"), ("Third", "e1" * 16, "third")):
        other = newcomer(site, name, device, mailbox=mailbox)
        wait_until(lambda: other.buys_ticket() == "self_excluded", f"the exclusion of {name}")  # noqa: B023


def test_an_exclusion_outlives_an_erasure_and_a_new_registration(site: Site) -> None:
    first = newcomer(site, "Returning", "e3" * 16, mailbox="returning")
    assert first.rest("POST", "/api/care/exclusion", {"period": "30d"})[0] == 200
    erase(first)
    again = Stranger(site, "e4" * 16)
    wait_until(lambda: again.register("Returning", "elsewhere")[0] == 201, "the name to be free")
    wait_until(again.is_at_the_wallet, "the account at the wallet")
    wait_until(lambda: again.buys_ticket() == "self_excluded", "the exclusion of the same name and birth date")


def test_own_limits_outlive_an_erasure_and_a_new_registration(site: Site) -> None:
    first = newcomer(site, "Limited", "e5" * 16, mailbox="limited")
    assert first.rest("PUT", "/api/care/limits", {"name": "deposit_week", "value": 300})[0] == 200
    erase(first)
    again = Stranger(site, "e5" * 16)
    wait_until(lambda: again.register("Limited", "limited")[0] == 201, "the name to be free")

    def limit() -> Any:
        status, care = again.rest("GET", "/api/care")
        return status == 200 and next(line["value"] for line in care["limits"] if line["name"] == "deposit_week")

    wait_until(lambda: limit() == 300, "the limit of before")


def test_an_account_seconds_old_puts_up_no_high_stake(site: Site) -> None:
    rich = newcomer(site, "Seconds", "e6" * 16)
    rich.come_in()
    rich.tell(t="create_table", id="c1", name="High stakes", game="tictactoe", stake_chips=500, mode="open")
    assert rich.hear("done", "refused")["error"] == "new_account_stake"


def test_an_invitation_says_nothing_of_the_chips_of_the_invited(site: Site) -> None:
    """The organizer has the chips; the invited player has more, or less: the answers are the same."""
    organizer = newcomer(site, "Searcher", "e7" * 16)
    poor, rich = newcomer(site, "Poor", "e8" * 16), newcomer(site, "Rich", "e9" * 16)
    assert poor.rest("POST", "/api/lotteries/lot_5000/tickets")[0] == 201
    ticket = poor.rest("GET", "/api/lotteries")[1]
    assert ticket
    poor.rest("POST", "/api/care/exclusion", {"period": "30d"})
    answers = []
    for guest in (poor, rich):
        guest.come_in()
    organizer.come_in()
    for number, guest in enumerate((poor, rich)):
        invite = {"1": guest.name}
        organizer.tell(
            t="create_table", id=f"c{number}", name="Who has what", game="tictactoe", stake_chips=400, mode="invite",
            invite=invite,
        )  # fmt: skip
        answer = organizer.hear("done", "refused")
        answers.append((answer["t"], answer.get("error")))
        invited = guest.hear("invitation")
        assert invited, "asked all the same"
        organizer.tell(t="leave_table", id=f"l{number}", table=answer["data"]["table"])
        organizer.hear("done", "refused")
    assert answers[0] == answers[1] == ("done", None)


def test_appeals_try_no_more_passwords_than_the_login(site: Site) -> None:
    newcomer(site, "Guessed", "ea" * 16)
    attacker = Stranger(site, "eb" * 16)
    appeal = {"username": "Guessed", "text": "It was not me, please look again."}
    answers = [
        attacker.rest("POST", "/api/appeals", appeal | {"password": f"wrong password {number}"})[1]["error"]
        for number in range(20)
    ]
    assert answers.count("login_failed") <= 5
    assert set(answers[6:]) <= {"login_locked", "rate_limited"}


def test_a_limit_of_thousands_of_digits_is_refused(site: Site) -> None:
    player = newcomer(site, "Digits", "ec" * 16)
    for value in (10**4290, 2**63, -1):
        status, answer = player.rest("PUT", "/api/care/limits", {"name": "deposit_week", "value": value})
        assert (status, answer["error"]) == (400, "bad_request")
    assert player.rest("GET", "/api/care")[0] == 200


def test_no_link_is_made_of_what_a_request_calls_the_site(site: Site) -> None:
    player = newcomer(site, "Hosted", "ed" * 16)
    lies = {"Host": "evil.example", "X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"}
    for method, path, body in (
        ("GET", "/api/invites", None),
        ("POST", "/api/shop/payments", {"id": "order-1", "pack": "pack_5000"}),
    ):
        status, answer = player.rest(method, path, body, lies)
        assert "evil.example" not in str(answer), (status, answer)


def test_a_twin_of_a_name_and_a_name_that_shows_nothing_are_refused(site: Site) -> None:
    newcomer(site, "anna_k", "ee" * 16, mailbox="anna")
    for name in ("anna\u115f_k", "аnna_k", "\u3164\u3164\u3164"):
        status, answer = Stranger(site, "ef" * 16).register(name, "twin")
        assert status != 201, answer
        assert answer["error"] in ("username_invalid", "username_taken")


def test_a_birth_date_of_no_living_person_is_refused(site: Site) -> None:
    for born in ("0001-01-01", "1800-01-01", "20000101", "2000-W01-1"):
        status, answer = Stranger(site, "f0" * 16).register("Mistyped", "mistyped", born)
        assert (status, answer["error"]) == (422, "birth_date_invalid")
