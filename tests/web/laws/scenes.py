"""Every screen with something on it, for the laws of layout: the door, pages, dialogs, and tables of each family with
long names."""

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import msgspec
from playwright.sync_api import expect

from gateway.http.operations.request_bodies import Catalogue
from services.contracts.client import frames
from services.contracts.lobby.people import companies
from tests.architecture.project import ROOT
from tests.web.account.test_guest import GUEST
from tests.web.games import (
    baccarat,
    dominoes,
    koumkan,
    pilotta,
    tavli_match,
    test_buraco,
    test_dominoes,
    test_koumkan,
    test_mpirimpa,
    test_pilotta,
    test_tichu,
    tichu,
)
from tests.web.games import buraco as buraco_table
from tests.web.games import mpirimpa as mpirimpa_table
from tests.web.house import CATALOGUE, STAKES, House, painted, player, say, table
from tests.web.pages import (
    test_analysis,
    test_chips,
    test_competition_calendar,
    test_competitions,
    test_conduct,
    test_fairness,
    test_rankings,
    test_staff_companies,
)
from tests.web.room import test_companies
from tests.web.room.test_room import invitation
from tests.web.situations import TIDY

WIDE_NAMES = tuple(f"{first}MWMWMWMWMWMWMWMWMWM" for first in "WMVOXHBD")
"""As long and wide as an account's name may be: 20 letters."""
GAMES = {
    info.game: info
    for info in (
        *CATALOGUE.games,
        pilotta.INFO,
        dominoes.INFO,
        tichu.INFO,
        tavli_match.INFO,
        baccarat.INFO,
        *(koumkan.info(game) for game in ("koumkan", "thanasis", "dynamitis")),
    )
}
WORDS = ROOT / "clients/web/src/i18n"
Prepare = Callable[[House], None]


class Scene(NamedTuple):
    """What is on the screen: a page at an address, or a table where `sits` seats the viewer; `then` goes on."""

    name: str
    path: str | None = None
    sits: Prepare | None = None
    then: Prepare = lambda house: None


def furnish(house: House) -> None:
    """A platform where every page has something to show, and everybody has a long name."""
    test_competitions.operated(house)
    test_competition_calendar.full(house)
    test_rankings.prepared(house)
    test_conduct.staff(house)
    test_chips.full(house)
    test_fairness.has(test_fairness.FAIR)(house)
    for number, found in enumerate((test_analysis.TAVLI, test_analysis.PILOTTA, test_analysis.DOMINOES), 1):
        match = test_analysis.MATCH[:-1] + str(number)
        seats = [msgspec.structs.replace(seat, name=name) for seat, name in zip(found.seats, WIDE_NAMES, strict=False)]
        house.more[f"recordings/{match}/analysis"] = msgspec.structs.replace(found, match=match, seats=seats)
    with_company(house)
    won = msgspec.structs.replace(test_competitions.OWN, games_left=0, prize_chips=2160)
    settled = test_competitions.card(won, state="settled", seq=8, name=" ".join(WIDE_NAMES[:2]))
    house.more["competitions/settled"] = settled
    for end in ("standings", "games?limit=20&running=true", "games?limit=20&player=a-eleni", "games?limit=20"):
        house.more[f"competitions/settled/{end}"] = house.more[f"competitions/cup/{end}"]
    house.players = [
        player("Eleni"),
        *(player(name, status, elo=2_345) for name, status in zip(WIDE_NAMES, ("online", "playing") * 4, strict=True)),
    ]
    house.tables = _tables()
    house.chat = [say(name, "Καλησπέρα " * number, number) for number, name in enumerate(WIDE_NAMES, 1)]
    house.catalogue = Catalogue(stakes=STAKES, games=list(GAMES.values()))


def with_company(house: House) -> None:
    """A company of sixty with long names, its evening, its chat, those who ask, and what staff see of it."""
    test_companies.with_companies(house)
    test_staff_companies.furnish(house)
    kept = house.more["companies/c-1"]
    wide = " ".join(WIDE_NAMES[:2])[:40]
    line = msgspec.structs.replace(kept.line, name=wide, members=60, founder=WIDE_NAMES[0], coming=59)
    members = [
        companies.CompanyMember(
            account=f"a-{number}", name=WIDE_NAMES[number % 8], role="host" if number % 3 else "member",
            joined_at_ms=1, comes=number % 2 == 0, muted_until_ms=2**52 if number % 5 == 0 else 0,
        )
        for number in range(1, 60)
    ]  # fmt: skip
    house.more["companies/c-1"] = msgspec.structs.replace(
        kept,
        line=line,
        members=[*kept.members[:1], *members],
        asking=[
            companies.CompanyCandidate(account=f"b-{at}", name=name, at_ms=1) for at, name in enumerate(WIDE_NAMES)
        ],
        invited=[
            companies.CompanyCandidate(account=f"c-{at}", name=name, at_ms=1) for at, name in enumerate(WIDE_NAMES)
        ],
    )
    said = [say(name, "MWMW" * 10 * number, number, "company:c-1") for number, name in enumerate(WIDE_NAMES, 1)]
    house.more["companies/c-1/chat"] = companies.CompanyChat(lines=said)
    mine = house.more["me/companies"]
    invitations = [msgspec.structs.replace(each, by=WIDE_NAMES[1]) for each in mine.invitations]
    house.more["me/companies"] = msgspec.structs.replace(mine, mine=[line], invitations=invitations)
    open_ones = [msgspec.structs.replace(each, name=wide, founder=WIDE_NAMES[2]) for each in (line,)]
    house.more["companies"] = companies.CompanyPage(
        companies=[msgspec.structs.replace(each, company="c-9", role=None) for each in open_ones]
    )


def _tables() -> list[Any]:
    first, second, third, fourth, *_ = WIDE_NAMES
    return [
        table("Corner", first, None, stake=200),
        table(second, third, fourth, stake=500_000, state="started"),
        table("Dear", first, None, stake=9_000),
    ]


# --- tables ---


def seated(sit: Prepare) -> Prepare:
    """Everybody at this table has a name of 20 wide letters, and every game is in the catalogue."""

    def prepare(house: House) -> None:
        sit(house)
        match = house.match
        assert match is not None
        seats = [
            msgspec.structs.replace(seat, name=WIDE_NAMES[at]) if seat.name is not None else seat
            for at, seat in enumerate(match.line.seats)
        ]
        line = msgspec.structs.replace(match.line, seats=seats, name=WIDE_NAMES[-1])
        house.tables = [line if each is match.line else each for each in house.tables]
        match.line = line
        house.catalogue = Catalogue(stakes=STAKES, games=list(GAMES.values()))

    return prepare


def take_seat(house: House, prepare: Prepare) -> None:
    """The viewer comes to another table, from wherever they are, and its board is there."""
    page = house.page
    page.evaluate(TIDY)
    for kind in [each for each in vars(house) if each.startswith("_on_")]:
        delattr(house, kind)  # how another table answered
    house.seated, house.match, house.tables = None, None, []
    prepare(house)
    house.renew_table()
    house.send(house.room())
    assert house.match is not None
    expect(page).to_have_url(re.compile(f"/table/{re.escape(house.match.line.table)}$"))
    expect(page.locator("[data-surface] > :first-child > *").first).to_be_attached()
    if house.match.phase == "asking":
        house.until(lambda: house.match is not None and house.match.phase != "asking")
    house.show()
    painted(page)


def ended(house: House) -> None:
    """The match has ended and is settled, and the others have said what they would like."""
    match = house.match
    assert match is not None
    if match.result is None:
        match.end("won", [0] if len(match.line.seats) < 4 else [0, 2])
    assert match.result is not None
    gains = [1_234_567, -1_234_567] * 4
    seats = [
        msgspec.structs.replace(seat, payout_chips=max(0, net), net_chips=net, elo=2_345, elo_delta=12, label="win")
        for seat, net in zip(match.result.seats, gains, strict=False)
    ]
    match.result = msgspec.structs.replace(match.result, rake_chips=80, seats=seats)
    match.choices = [None, *("rematch" for _ in match.line.seats[1:])]
    house.show()
    expect(house.page.locator("[data-result-of-match]")).to_be_visible()


def noticed(house: House) -> None:
    """Two notices, of which the second is among the longest."""
    news = frames.FriendsFrame(news="asked", name=WIDE_NAMES[0])
    house.send(news, frames.SeekEndedFrame(reason="expired"))
    expect(house.page.locator("[data-notice]").last).to_be_visible()


def counted(house: House) -> None:
    """The last tile has been laid, and the hand is counted."""
    house.page.locator("[data-own]").first.dblclick()
    expect(house.page.locator("[data-sum]")).to_be_visible()


def chatting(house: House) -> None:
    """The chat is open, with long lines in it."""
    match = house.match
    assert match is not None
    room = f"table:{match.line.table}"
    for number in range(1, 6):
        house.send(frames.ChatFrame(line=say(WIDE_NAMES[number % 4], "what a game that was " * 3, number, room)))
    house.page.locator("[data-opens-chat]").click()
    expect(house.page.locator("[data-chat]")).to_be_visible()


def ended_and_chatting(house: House) -> None:
    """Both at once."""
    ended(house)
    chatting(house)


def opened_menu(house: House) -> None:
    """The menu of the table is open."""
    house.page.locator("[data-opens-chat] ~ * button[aria-controls]").last.click()


def pressed(selector: str) -> Prepare:
    """Something on the page is pressed."""
    return lambda house: house.page.locator(selector).first.click()


def words(house: House, key: str) -> str:
    """A text of the client in the viewer's language, by catalogue and key, up to the first value that it takes."""
    catalogue, _, path = key.partition(":")
    folder = WORDS / house.me.language
    own = folder / f"{catalogue}.json"
    places = (own, folder / "table" / own.name, folder / "pages" / own.name)
    found = json.loads(next(place for place in places if place.exists()).read_text(encoding="utf-8"))
    for part in path.split("."):
        found = found[part]
    return str(found)


def pressing(*keys: str) -> Prepare:
    """Buttons, one after the other, by their words; where these take a value, any."""

    def press(house: House) -> None:
        for key in keys:
            name = ".*".join(map(re.escape, re.split(r"\{\{\w+\}\}", words(house, key))))
            house.page.get_by_role("button", name=re.compile(f"^{name}")).first.click()

    return press


def dialog(*keys: str) -> Prepare:
    """A dialog is open, with what it has asked for."""

    def opened(house: House) -> None:
        pressing(*keys)(house)
        expect(house.page.locator("dialog[open]")).to_be_visible()
        house.page.wait_for_load_state("networkidle")

    return opened


def giving(house: House) -> None:
    """The dialog of gifts is open: anybody at the table may be given something."""
    house.wallet.item_recipients = "table"
    dialog("app:table.menu", "economy:gift.menu")(house)


def practising(house: House) -> None:
    """The other one at the table is a computer, which may be asked."""
    seated(TABLES["tavli"])(house)
    match = house.match
    assert match is not None
    mine, other = match.line.seats
    seats = [mine, msgspec.structs.replace(other, name="bot-1", account=None, bot=True)]
    line = msgspec.structs.replace(match.line, practice=True, seats=seats)
    house.tables = [line if each is match.line else each for each in house.tables]
    match.line = line


def hinted(house: House) -> None:
    """What the computer would play is on the screen."""
    assert house.match is not None
    house.more[f"tables/{house.match.line.table}/hint"] = test_analysis.ADVICE
    pressing("app:table.menu", "analysis:hint.ask")(house)
    expect(house.page.locator("[data-hint]")).to_be_visible()
    house.page.wait_for_load_state("networkidle")


def as_guest(house: House) -> None:
    """The viewer has no account yet."""
    house.me = msgspec.structs.replace(GUEST, language=house.me.language)
    house.send(house.room())


def as_newcomer(house: House) -> None:
    """The viewer's account was begun in this browser, which is known when the client is loaded."""
    house.remembers("newcomer", house.me.account)
    house.page.reload()
    expect(house.page.locator("main [aria-labelledby] h3").first).to_be_visible()


def at_the_door(wanted: str) -> Prepare:
    """The session is over: the door, with the form of who comes back (`login`) or of a newcomer (`register`)."""

    def sent_out(house: House) -> None:
        if house.is_open:
            house.is_open = False
            house.send(frames.ByeFrame(error="session_expired"))
        house.page.locator(f"label:has([value={wanted}])").click()
        expect(house.page.locator("form [name=password]")).to_be_visible()
        house.page.wait_for_load_state("networkidle")

    return sent_out


def _invited(house: House) -> None:
    house.send(frames.InvitationFrame(invitation=invitation(), open=True))


TABLES: dict[str, Prepare] = {
    "tavli": tavli_match.at_table({}, (6, 2), (3, 1), target=3),
    "dominoes": partial(dominoes.sit, begins=test_dominoes.TWO_ENDS),
    "dominoes long": partial(dominoes.sit, begins=dominoes.moment(**dominoes.LONG)),
    "pilotta bidding": partial(pilotta.sit, begins=test_pilotta.BIDDING, idle=True),
    "pilotta": partial(pilotta.sit, begins=test_pilotta.FOLLOWING, idle=True),
    "pilotta counted": partial(pilotta.sit, begins=test_pilotta.COUNTED, idle=True),
    "tichu": partial(tichu.sit, begins=test_tichu.LEADING, idle=True),
    "mpirimpa": partial(mpirimpa_table.sit, begins=test_mpirimpa.PLAYING, idle=True),
    "buraco of four": partial(buraco_table.sit, begins=test_buraco.FULL, options=test_buraco.FOUR, idle=True),
    "koumkan": partial(koumkan.sit, begins=test_koumkan.PLAYING, idle=True),
    "koumkan of six": partial(koumkan.sit, begins=test_koumkan.FULL, options={"seats": 6}, idle=True),
    "baccarat": baccarat.open_table,
}
PAGES = {
    "statistics": "/statistics",
    "leaderboard": "/boards",
    "classification": "/classification",
    "player": "/players/a-nikos",
    "competitions": "/competitions",
    "running competition": "/competitions/cup",
    "settled competition": "/competitions/settled",
    "operator": "/operator/competitions/cup",
    "wallet": "/wallet",
    "lotteries": "/lotteries",
    "shop": "/shop",
    "gallery": "/gallery",
    "invites": "/invites",
    "limits": "/limits",
    "account": "/account",
    "terms": "/terms",
    "matches": "/matches",
    "studies": "/studies",
    "imports": "/imports",
    "chance": "/chance",
    "tavli analysed": "/analysis/" + test_analysis.MATCH[:-1] + "1",
    "pilotta analysed": "/analysis/" + test_analysis.MATCH[:-1] + "2",
    "dominoes analysed": "/analysis/" + test_analysis.MATCH[:-1] + "3",
    "check of chance": "/verify",
    "staff": "/staff",
    "a player's file": "/staff/player/a-nikos",
    "operations": "/staff/operations",
    "companies": "/companies",
    "own company": "/company/c-1",
    "staff, company": "/staff/companies/c-1",
}


COUNTED = {
    "dominoes counted": test_dominoes.RUNS_OUT,
    "dominoes won": test_dominoes.WINS,
}
DIALOGS = {
    "settings": dialog("app:room.accountMenu", "app:room.settings"),
    "messages": dialog("app:room.accountMenu", "app:messages.title"),
    "open a table": dialog("play:tiles.peopleAt"),
    "find a game": dialog("seek:find"),
}
TABLE_DIALOGS = {
    "rules": dialog("app:table.menu", "app:table.rules"),
    "report": dialog("app:table.menu", "conduct:report.open"),
    "gift": giving,
    "settings": dialog("app:table.menu", "app:table.settings"),
    "leave": dialog("app:table.menu", "app:table.leave"),
}


def scenes(replayed: str) -> Iterator[Scene]:
    """All of them. `replayed`: a match of which there is a recording."""
    yield Scene("room", "/")
    for name, then in DIALOGS.items():
        yield Scene(f"room, {name}", "/", then=then)
    yield Scene("people", "/", then=pressed("nav button:nth-of-type(3), main"))
    yield Scene("invited", "/", then=_invited)
    for name, path in PAGES.items():
        yield Scene(name, path)
    yield Scene("replay", f"/replay/{replayed}/1/3")
    yield Scene("academy", f"/academy/{replayed}/1/3")
    for name, sit in TABLES.items():
        yield Scene(name, sits=seated(sit))
    for name, begins in COUNTED.items():
        yield Scene(name, sits=seated(partial(dominoes.sit, begins=begins)), then=counted)
    for name in ("tavli", "dominoes", "pilotta", "koumkan of six"):
        sit = seated(TABLES[name])
        yield Scene(f"{name}, notices", sits=sit, then=noticed)
        yield Scene(f"{name}, chat", sits=sit, then=chatting)
    yield Scene("tavli, menu", sits=seated(TABLES["tavli"]), then=opened_menu)
    for name in ("tavli", "dominoes", "pilotta", "tichu", "buraco of four", "koumkan of six"):
        yield Scene(f"{name}, result", sits=seated(TABLES[name]), then=ended)
        yield Scene(f"{name}, result and chat", sits=seated(TABLES[name]), then=ended_and_chatting)
    for name, then in TABLE_DIALOGS.items():
        yield Scene(f"tavli, {name}", sits=seated(TABLES["tavli"]), then=then)
    for name in ("tavli", "pilotta"):
        yield Scene(f"{name}, reactions", sits=seated(TABLES[name]), then=pressing("app:reactions.open"))
    yield Scene("tavli, hint", sits=practising, then=hinted)
    yield Scene("room of a newcomer", "/", then=as_newcomer)
    yield Scene("room of a guest", "/", then=as_guest)
    yield Scene("door of a member", then=at_the_door("login"))
    yield Scene("door of a newcomer", then=at_the_door("register"))
