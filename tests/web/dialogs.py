"""How each dialog of the client comes to be open, by the source that draws it."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import msgspec
from playwright.sync_api import Locator, Page, expect

from services.contracts.lobby.people import calls
from services.contracts.moderation import messages
from tests.architecture.project import ROOT
from tests.web.account import test_account
from tests.web.corner import seat_me
from tests.web.games import test_buraco, test_dominoes, test_koumkan, test_pilotta
from tests.web.games.baccarat import betting, open_table
from tests.web.games.buraco import sit as sit_at_buraco
from tests.web.games.dominoes import sit as sit_at_dominoes
from tests.web.games.koumkan import sit as sit_at_koumkan
from tests.web.games.pilotta import sit as sit_at_pilotta
from tests.web.games.tavli_match import at_table as at_tavli
from tests.web.games.test_tichu import DRAGON
from tests.web.games.tichu import sit as sit_at_tichu
from tests.web.house import ME, House, table
from tests.web.match import DAWN_MS
from tests.web.pages import test_competitions, test_conduct, test_rankings
from tests.web.room import test_calls, test_companies
from tests.web.room.cards import card, with_card

SOURCES = ROOT / "clients/web/src"
USES_DIALOG = re.compile(r'from "[^"]*parts/Dialog"')

Prepare = Callable[[House], None]
__all__ = ["OPENERS", "Opener", "dialog_of", "sources"]


class Opener(NamedTuple):
    """What a page needs and does until the dialog is open."""

    prepare: Prepare
    open: Callable[[Page], Any]
    path: str = "/"


def sources() -> Iterator[str]:
    """The files that draw a dialog, below the client's sources."""
    for file in sorted(SOURCES.rglob("*.tsx")):
        if USES_DIALOG.search(file.read_text()):
            yield str(file.relative_to(SOURCES))


def dialog_of(page: Page) -> Locator:
    """The dialog that is open."""
    return page.locator("dialog[open]")


def _nothing(_house: House) -> None:
    """A house as it is."""


def _press(*names: str) -> Callable[[Page], None]:
    """Buttons, one after the other, by the beginning of their names."""

    def press(page: Page) -> None:
        for name in names:
            page.get_by_role("button", name=re.compile(f"^{re.escape(name)}")).first.click()

    return press


def _rules_of_a_reader(page: Page) -> None:
    """The rules from a page outside the room; the guided hand is offered as soon as the room is known."""
    _press("Tic-tac-toe")(page)
    expect(dialog_of(page).get_by_role("button", name="Guide me through a first hand")).to_be_visible()


def _account_menu(item: str) -> Callable[[Page], None]:
    return _press("Your account", item)


def _care(**how: Any) -> Prepare:
    def prepare(house: House) -> None:
        house.wallet.card = msgspec.structs.replace(house.wallet.card, **how)

    return prepare


def letter(number: int, subject: str, kind: messages.MessageKind = "notice") -> messages.AdminMessage:
    """Something that the Administrator has written."""
    return messages.AdminMessage(
        id=f"m{number}", to=ME.account, kind=kind, subject=subject, body=f"{subject}:\nall of it <b>plain</b>.",
        created_at_ms=DAWN_MS + number, read_at_ms=None, ack_at_ms=None,
    )  # fmt: skip


def _unread(house: House) -> None:
    house.messages = [letter(1, "New chairs"), letter(2, "Be kind", "warning")]


def _gifts_to_all(house: House) -> None:
    seat_me(house)
    house.wallet.item_recipients = "table"


def _with_a_card(house: House) -> None:
    test_conduct.people(house)
    with_card(house, card("Nikos"))


def _with_a_link(house: House) -> None:
    own = test_calls.call("Eleni", to=None, to_account=None)
    house.more["me/calls"] = calls.Calls(sent=[own], received=[], most=10)


def _unasked(house: House) -> None:
    _care(limits_asked=False)(house)


def _standing(house: House) -> None:
    open_table(house, you=None)


def _beside_a_chair(page: Page) -> None:
    page.locator("summary", has_text="Baccarat").click()
    page.get_by_role("button", name="Go to “Baccarat 1").first.click()
    page.get_by_role("button", name="Sit down: Place 4").click()


def _a_trick(page: Page) -> None:
    test_pilotta.by_mouse(page, "8c")
    page.get_by_role("button", name="Tricks 0–1").click()


def _the_dragons_trick(page: Page) -> None:
    page.get_by_role("group", name="The Dragon's gift").get_by_role("button", name="Dan").click()
    page.get_by_role("button", name="Trick", exact=True).click()


def _fairness(house: House) -> None:
    open_table(house, begins=betting("fortune_six"))


def _moves_on_a_phone(page: Page) -> None:
    """Where there is no room beside the board."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Moves").click()


OPENERS: dict[str, tuple[Opener, ...]] = {
    "cards/ScoreStrip.tsx": (
        Opener(partial(sit_at_buraco, begins=test_buraco.DRAWING, idle=True), _press("to 2000 Score")),
        Opener(partial(sit_at_dominoes, begins=test_dominoes.TWO_ENDS), _press("to 100 Score")),
    ),
    "games/baccarat/CareDialog.tsx": (Opener(_standing, _beside_a_chair),),
    "games/baccarat/OddsDialog.tsx": (Opener(_fairness, _press("Payments")),),
    "games/baccarat/ShoeDialog.tsx": (Opener(_fairness, _press("Shoe")),),
    "games/baccarat/ThirdCardDialog.tsx": (Opener(_fairness, _press("Third card")),),
    "games/koumkan/Standing.tsx": (
        Opener(partial(sit_at_koumkan, begins=test_koumkan.PLAYING, idle=True), _press("to 101 Score")),
    ),
    "games/pilotta/Tricks.tsx": (Opener(partial(sit_at_pilotta, begins=test_pilotta.FOLLOWING, idle=True), _a_trick),),
    "games/tavli/Actions.tsx": (Opener(at_tavli({}, (6, 2), (3, 1), target=3), _press("Give up game")),),
    "games/tavli/Moves.tsx": (Opener(at_tavli({}, (6, 2), (3, 1), target=3), _moves_on_a_phone),),
    "games/tichu/Tricks.tsx": (Opener(partial(sit_at_tichu, begins=DRAGON, idle=True), _the_dragons_trick),),
    "screens/account/ErasePart.tsx": (
        Opener(test_account.answering(me__export=test_account.READY), _press("Erase my account"), "/account"),
    ),
    "screens/calls/CallDialog.tsx": (Opener(_nothing, _press("Invite a friend who is away")),),
    "screens/calls/WaitingCalls.tsx": (Opener(_with_a_link, _press("Link")),),
    "screens/card/PlayerCard.tsx": (
        Opener(_with_a_card, lambda page: page.locator("[data-player='a-nikos']:visible").first.click()),
    ),
    "screens/chips/CareDialogs.tsx": (
        Opener(_care(check_due=True), lambda page: None),
        Opener(
            lambda house: (
                _care(notice_seen=False)(house),
                setattr(house, "tables", [table("Eleni's table", "Eleni", None, stake=500)]),
                setattr(house, "seated", house.tables[0].table),
            )[0],
            lambda page: None,
        ),
    ),
    "screens/chips/DrawDialog.tsx": (Opener(_nothing, _press("Take a ticket: Free ticket"), "/lotteries"),),
    "screens/chips/FirstPurchase.tsx": (Opener(_unasked, _press("Buy 5,000 chips for €1.99"), "/shop"),),
    "screens/chips/SpendDialog.tsx": (
        Opener(_nothing, _press("Buy: Cup"), "/account"),
        Opener(_nothing, _press("Take a ticket: The little one"), "/lotteries"),
        Opener(test_competitions.prepared, _press("Enter for 1,000 chips"), "/competitions/cup"),
    ),
    "screens/companies/Parts.tsx": (
        Opener(test_companies.with_companies, _press("Leave the company"), "/company/c-1"),
        Opener(test_companies.with_companies, _press("What to do with Dina", "Remove"), "/company/c-1"),
    ),
    "screens/competitions/ReasonDialog.tsx": (
        Opener(test_competitions.operated, _press("Take out Nikos"), "/operator/competitions/cup"),
        Opener(
            test_competitions.operated, _press("Correct the game of Nikos and Despina"), "/operator/competitions/cup"
        ),
        Opener(test_competitions.operated, _press("Stop The spring cup"), "/operator/competitions"),
    ),
    "screens/conduct/ReportDialog.tsx": (
        Opener(test_conduct.people, _press("Report Nikos")),
        Opener(seat_me, _press("Menu", "Report Nikos")),
    ),
    "screens/create/CreateTableDialog.tsx": (
        Opener(_nothing, _press("Open a table")),
        Opener(_nothing, _press("Tic-tac-toe: play with people")),
    ),
    "screens/messages/MessagesDialog.tsx": (Opener(_nothing, _account_menu("Messages from the house")),),
    "screens/messages/OpenMessages.tsx": (Opener(_unread, lambda page: None),),
    "screens/rankings/LastMatches.tsx": (Opener(test_rankings.prepared, _press("Hands of match 24"), "/statistics"),),
    "screens/rules/RulesDialog.tsx": (
        Opener(seat_me, _press("Rules")),
        Opener(_nothing, _rules_of_a_reader, "/terms"),
    ),
    "screens/seek/SeekDialog.tsx": (Opener(_nothing, _press("Find me a game")),),
    "screens/table/PrinciplesDialog.tsx": (Opener(seat_me, _press("Menu", "Responsible play")),),
    "screens/settings/PasswordDialog.tsx": (Opener(_nothing, _account_menu("Change password")),),
    "screens/settings/SettingsDialog.tsx": (
        Opener(_nothing, _account_menu("Settings")),
        Opener(seat_me, _press("Menu", "Settings")),
    ),
    "screens/table/GiftDialog.tsx": (Opener(_gifts_to_all, _press("Menu", "Give something")),),
    "screens/table/LeaveDialog.tsx": (Opener(seat_me, _press("Menu", "Leave the game")),),
}
"""At least one for every source; the tests keep it complete."""


def cases() -> Iterator[tuple[str, int]]:
    """Every opener, by source and number."""
    for source, openers in OPENERS.items():
        yield from ((source, number) for number in range(len(openers)))


def opened(enter: Callable[..., House], source: str, number: int, **options: Any) -> House:
    """A house whose page shows the dialog."""
    opener = OPENERS[source][number]
    house = enter(opener.prepare, path=opener.path, **options)
    opener.open(house.page)
    expect(dialog_of(house.page)).to_be_visible()
    return house
