"""Competitions on the screen: a player's page, the call to a game, and what operators do about them."""

from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from services.contracts.client import frames
from services.contracts.lobby.people import conduct as people
from services.contracts.moderation import conduct as moderation
from services.contracts.tournaments import calendar
from services.contracts.tournaments import competitions as contract
from services.contracts.tournaments.templates import Announced, Template, Templates
from tests.web.conftest import PHONE, Enter
from tests.web.house import House, table
from tests.web.match import DAWN_MS, Match, now_ms
from tests.web.test_access import at_rest

pytestmark = pytest.mark.browser

MINUTE_MS = 60_000
CUP = contract.Competition(
    id="cup",
    name="The spring cup",
    game="tictactoe",
    state="running",
    opens_at_ms=DAWN_MS,
    starts_at_ms=DAWN_MS,
    ends_at_ms=DAWN_MS + 90 * MINUTE_MS,
    price_chips=1000,
    players=2,
    kind="best_x",
    entrants=8,
    entries=9,
    games_running=1,
    games_counted=3,
    waiting=1,
    prize_mode="growing",
    pool_chips=7200,
    first_prize_chips=3600,
    seq=7,
)
RULES = contract.Rules(
    options={"size": 3},
    target=None,
    games_per_entry=3,
    x=2,
    max_entries=3,
    min_entrants=4,
    prizes_chips=[3600, 2160, 1440],
    prizes=[],
    shares_bps=[5000, 3000, 2000],
    guarantee_chips=5000,
    pool_bps=8000,
    overtime_min=60,
)
OWN = contract.Own(
    entries=1,
    entries_asked=0,
    entries_max=3,
    games_left=1,
    games_played=2,
    waiting_since_ms=None,
    expected_wait_ms=12_000,
    table=None,
    disqualified=None,
    place=2,
    points=2,
    margin=-1,
    prize_chips=None,
)


def standing(place: int, name: str, points: int, margin: int, chips: int) -> contract.StandingLine:
    return contract.StandingLine(
        place=place, account=f"a-{name.lower()}", name=name, points=points, margin=margin, games=2, prize_chips=chips
    )


RANKED = [standing(1, "Nikos", 4, 2, 3600), standing(2, "Eleni", 2, -1, 2160), standing(3, "Despina", 0, -2, 1440)]


def player(seat: int, name: str, points: int | None = None, margin: int = 0, counted: bool = True) -> Any:
    return contract.GamePlayer(
        seat=seat,
        account=f"a-{name.lower()}",
        name=name,
        points=points,
        margin=None if points is None else margin,
        counted=counted and points is not None,
    )


def game(number: int, *players: Any, state: Any = "counted") -> contract.GameLine:
    ended = state != "playing"
    return contract.GameLine(
        table=f"t{number}",
        match=f"m{number}" if ended else "",
        state=state,
        called_at_ms=DAWN_MS + number * MINUTE_MS,
        ended_at_ms=DAWN_MS + number * MINUTE_MS + 30_000 if ended else None,
        outcome="won" if ended else None,
        players=list(players),
        sides=[[0], [1]] if ended else [],
        score=[1, 0] if ended else None,
    )


GAMES = [
    game(4, player(0, "Kostas"), player(1, "Yannis"), state="playing"),
    game(3, player(0, "Nikos", 2, 1), player(1, "Despina", 0, -1, counted=False)),
    game(2, player(0, "Eleni", 2, 1), player(1, "Despina", 0, -1)),
    game(1, player(0, "Nikos", 2, 1), player(1, "Eleni", 0, -1, counted=False)),
]
PLAN = contract.Plan(
    name="The spring cup",
    game="tictactoe",
    options={"size": 3},
    opens_at_ms=DAWN_MS,
    starts_at_ms=DAWN_MS,
    ends_at_ms=DAWN_MS + 90 * MINUTE_MS,
    price_chips=1000,
    games_per_entry=3,
    kind="best_x",
    x=2,
    prize_mode="growing",
    shares_bps=[5000, 3000, 2000],
    guarantee_chips=5000,
)
ENTRANTS = contract.Entrants(
    entrants=[
        contract.EntrantLine(account="a-nikos", name="Nikos", entries=1, disqualified=None),
        contract.EntrantLine(account="a-zoe", name="Zoe", entries=2, disqualified="blocked"),
    ],
    total=8,
)
CHANGES = contract.Audit(
    lines=[
        contract.AuditLine(
            id=2, at_ms=DAWN_MS, by="", action="disqualified", reason="blocked", detail={"account": "a-zoe"}
        ),
        contract.AuditLine(id=1, at_ms=DAWN_MS, by="a-eleni", action="announced", reason="", detail={}),
    ]
)


def card(own: contract.Own | None = OWN, **how: Any) -> contract.CompetitionCard:
    return contract.CompetitionCard(competition=msgspec.structs.replace(CUP, **how), rules=RULES, own=own)


def prepared(house: House) -> None:
    house.more |= {
        "competitions": contract.Competitions(competitions=[CUP]),
        "competitions/cup": card(),
        "competitions/cup/standings": contract.CompetitionStandings(
            lines=RANKED, total=3, own=RANKED[1], final=False, seq=7
        ),
        "competitions/cup/games?limit=20&running=true": contract.Games(games=GAMES[:1], next_before_ms=None),
        "competitions/cup/games?limit=20&player=a-eleni": contract.Games(games=GAMES[2:], next_before_ms=None),
        "competitions/cup/games?limit=20": contract.Games(
            games=GAMES[:3], next_before_ms=GAMES[2].called_at_ms, next_before_table="t3"
        ),
        f"competitions/cup/games?limit=20&before_ms={GAMES[2].called_at_ms}&before_table=t3": contract.Games(
            games=GAMES[3:], next_before_ms=None
        ),
    }


def operated(house: House) -> None:
    prepared(house)
    house.conduct = moderation.Conduct(account="a-eleni", cards={}, roles=["operator"], suspension=None)
    house.more["staff/names"] = people.Names(names={"a-eleni": "Eleni"})
    running = contract.PlanCard(
        id="cup", state="running", plan=PLAN, pool_chips=5000, prizes_chips=[2500, 1500, 1000], reason=None
    )
    template = Template(
        id="evening",
        plan=PLAN,
        every="weekly",
        lead_ms=MINUTE_MS,
        active=True,
        made=3,
        next_opens_at_ms=DAWN_MS,
        rule="FREQ=WEEKLY;BYDAY=FR,SA",
        zone="Europe/Athens",
        announced=[
            Announced(competition="evening-20270115", name="The spring cup", starts_at_ms=DAWN_MS, entrants=2),
            Announced(competition="evening-20270116", name="The spring cup", starts_at_ms=DAWN_MS, entrants=0),
        ],
    )
    earlier = msgspec.structs.replace(running, id="old", plan=msgspec.structs.replace(PLAN, name="The winter cup"))
    house.more |= {
        "operator/competitions": contract.PlanCards(plans=[running], next_after="cup"),
        "operator/competitions?after=cup": contract.PlanCards(plans=[earlier]),
        "operator/competitions/cup": running,
        "operator/competitions/cup/entrants": ENTRANTS,
        "operator/competitions/cup/audit": CHANGES,
        "operator/competitions/cup/disqualifications": {},
        "operator/competitions/cup/games/t3/corrections": {},
        "operator/competitions/cup/cancel": msgspec.structs.replace(running, state="cancelled", reason="on fire"),
        "operator/templates": Templates(templates=[template]),
        "operator/templates/evening": msgspec.structs.replace(template, active=False),
    }


def in_both_widths(page: Page) -> None:
    """Nothing that axe finds, nothing cut off, wide and narrow."""
    at_rest(page)
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="dark")
    at_rest(page)


def sent_to(house: House, path: str) -> dict[str, Any]:
    """The last body that was sent to a path, without its id."""
    house.until(lambda: path in house.answered)
    body = [body for asked, body in house.asked if asked == path and body is not None][-1]
    return {name: value for name, value in body.items() if name != "id"}


def test_a_competition_shows_ones_place_the_wait_and_the_replay_of_every_game(enter: Enter) -> None:
    page = enter(prepared, path="/competitions/cup").page

    expect(page.get_by_text("The last players waited about 12 seconds.")).to_be_visible()
    expect(page.get_by_role("row", name="2 Eleni 2 −1 2 2,160")).to_be_visible()
    expect(page.get_by_text("At least 5,000 chips are shared out.")).to_be_visible()
    mine = page.get_by_role("region", name="Your games").get_by_role("listitem")
    expect(mine.first).to_contain_text("counts")
    expect(mine.last).to_contain_text("not among the games that count")
    over = page.get_by_role("region", name="Games that are over")
    expect(over.get_by_role("listitem")).to_have_count(2)
    expect(over.get_by_text("Nikos: 2 (+1) ✓ counts")).to_be_visible()
    over.get_by_role("button", name="Earlier games").click()
    expect(over.get_by_role("listitem")).to_have_count(3)
    replay = over.get_by_role("link", name="Replay of the game of Nikos and Despina")
    expect(replay).to_have_attribute("href", "/replay/m3")
    in_both_widths(page)


def test_an_entry_asks_once_before_its_price_is_paid(enter: Enter) -> None:
    house = enter(prepared, path="/competitions/cup")
    house.more["competitions/cup/entries"] = contract.CompetitionEntry("cup", 2, "paid")
    page = house.page
    asked = page.get_by_role("dialog", name="Spend 1,000 chips?")
    page.get_by_role("button", name="Enter for 1,000 chips").click()
    expect(asked).to_contain_text("The spring cup, for 1,000 chips.")
    page.keyboard.press("Escape")
    expect(asked).to_be_hidden()
    assert not [path for path, _ in house.asked if path == "competitions/cup/entries"]
    page.get_by_role("button", name="Enter for 1,000 chips").click()
    asked.get_by_role("button", name="Spend 1,000 chips").click()
    house.until(lambda: any(path == "competitions/cup/entries" for path, _ in house.asked))


COUNT_TONES = """() => {
    const make = BaseAudioContext.prototype.createOscillator;
    window.tones = 0;
    BaseAudioContext.prototype.createOscillator = function () {
        window.tones += 1;
        return make.call(this);
    };
}"""
STROKES = 2
"""Of the bell that calls."""


def test_a_call_to_a_game_rings_and_says_how_long_there_is_while_another_table_is_watched(enter: Enter) -> None:
    other = table("Plane tree", "Nikos", "Despina", state="started")

    def watched(house: House) -> None:
        prepared(house)
        house.tables, house.match = [other], Match(other, None, 0)

    house = enter(watched, path=f"/table/{other.table}", kept_for="bells")
    page = house.page
    page.evaluate(COUNT_TONES)
    house.wait_for(frames.WatchFrame)
    expect(page.get_by_text("Nikos").first).to_be_visible()
    house.send(frames.SentFrame(table="t-cup", reason="called", name="The spring cup", come_ms=150_000))
    house.until(lambda: page.evaluate("window.tones") == STROKES)

    call = page.get_by_role("region", name="Notices").get_by_text("Your game in The spring cup starts.")
    expect(call).to_contain_text("seconds to come to the table")
    expect(page).to_have_title("● Your game starts. · Kafeneio")
    in_both_widths(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    line = msgspec.structs.replace(table("Cup", "Eleni", "Kostas"), table="t-cup", state="started")
    house.start(line)
    expect(call).not_to_contain_text("seconds to come to the table")
    expect(call).to_have_count(0)


def test_prizes_are_said_to_be_paid_once_they_are(enter: Enter) -> None:
    house = enter(prepared, path="/competitions")
    won = msgspec.structs.replace(OWN, games_left=0, prize_chips=2160)
    house.more["competitions/cup"] = card(won, state="settled", seq=8)
    page = house.page
    page.get_by_role("link", name="The spring cup").click()
    expect(page.get_by_text("The prizes are being paid.")).to_be_visible()

    paid = msgspec.structs.replace(card(won, state="settled", seq=9), paid_at_ms=now_ms())
    house.more["competitions/cup"] = paid
    house.send(frames.CompetitionsFrame(changed=[paid.competition]))
    expect(page.get_by_text("The prizes were paid on")).to_be_visible()
    expect(page.get_by_text("You have won 2,160 chips.")).to_be_visible()


def test_an_announced_competition_says_when_entries_open_and_what_they_cost(enter: Enter) -> None:
    def announced(house: House) -> None:
        prepared(house)
        house.more["competitions/cup"] = card(None, state="announced")

    facts = enter(announced, path="/competitions/cup").page.get_by_role("region", name="About this competition")
    expect(facts).to_contain_text("Entries from")
    expect(facts).to_contain_text("Entry1,000 chips")


def test_an_operator_takes_players_out_corrects_results_and_reads_what_was_done(enter: Enter) -> None:
    house = enter(operated, path="/operator/competitions/cup")
    page = house.page
    expect(page.get_by_text("taken out: blocked")).to_be_visible()
    expect(page.get_by_text("Player taken out: Zoe")).to_be_visible()
    in_both_widths(page)

    page.get_by_role("button", name="Take out Nikos").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Why").fill("agreed a result with another")
    dialog.get_by_role("button", name="Take out").click()
    expect(dialog).to_have_count(0)
    judged = sent_to(house, "operator/competitions/cup/disqualifications")
    assert judged == {"player": "a-nikos", "reason": "agreed a result with another", "undo": False}

    page.get_by_role("button", name="Correct the game of Nikos and Despina").click()
    dialog.get_by_text("Despina won").click()
    dialog.get_by_label("Points of Nikos").fill("0")
    dialog.get_by_label("Points of Despina").fill("1")
    dialog.get_by_label("Why").fill("the server counted wrong")
    at_rest(page)
    dialog.get_by_role("button", name="Correct", exact=True).click()
    expect(dialog).to_have_count(0)
    corrected = sent_to(house, "operator/competitions/cup/games/t3/corrections")
    assert corrected == {"result": 1, "points": [0, 1], "departed": [], "reason": "the server counted wrong"}


def test_an_operator_calls_a_competition_off_and_stops_one_that_comes_again(enter: Enter) -> None:
    house = enter(operated, path="/operator/competitions/cup")
    page = house.page
    expect(page.get_by_text(f"Concerns {ENTRANTS.total} players who have entered: ")).to_be_visible()
    page.get_by_label("Why it is called off").fill("the hall is on fire")
    page.get_by_role("button", name="Call it off and pay back").click()
    assert sent_to(house, "operator/competitions/cup/cancel") == {"reason": "the hall is on fire"}

    page.goto(page.url.removesuffix("/cup"))
    page.get_by_role("button", name="Earlier competitions").click()
    expect(page.get_by_text("The winter cup")).to_be_visible()
    expect(page.get_by_role("button", name="Earlier competitions")).to_have_count(0)
    expect(page.get_by_text("take place as they are: 1. Announced without players, called off: 1.")).to_be_visible()
    page.get_by_role("button", name="Stop The spring cup").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Why").fill("nobody came any more")
    dialog.get_by_role("button", name="Stop", exact=True).click()
    expect(dialog).to_have_count(0)
    stopped = sent_to(house, "operator/templates/evening")
    assert (stopped["active"], stopped["rule"], stopped["zone"]) == (False, "FREQ=WEEKLY;BYDAY=FR,SA", "Europe/Athens")
    assert (stopped.get("every"), stopped["lead_ms"]) == (None, MINUTE_MS)
    assert stopped["reason"] == "nobody came any more"
    in_both_widths(page)


def test_before_the_first_entry_the_page_shows_what_there_will_be_to_win(reenter: Enter) -> None:
    def opens(house: House) -> None:
        prepared(house)
        nothing = msgspec.structs.replace(OWN, entries=0, games_left=0, place=None)
        fresh = card(
            nothing, state="open", entrants=0, entries=0, pool_chips=5000, first_prize_chips=2500, games_running=0
        )
        rules = msgspec.structs.replace(RULES, prizes_chips=[2500, 1500, 1000])
        house.more["competitions/cup"] = msgspec.structs.replace(fresh, rules=rules)

    page = reenter(opens, path="/competitions/cup").page
    facts = page.get_by_role("region", name="About this competition")
    expect(facts).to_contain_text("To be won, at least5,000 chips")
    counted = page.get_by_role("region", name="How it is counted")
    expect(counted).to_contain_text("With 4 entries that is 5,000 chips; every further entry makes it more.")
    expect(counted.get_by_role("row", name="1 2,500")).to_be_visible()


def test_without_a_competition_the_page_says_what_to_do_meanwhile(enter: Enter) -> None:
    def nothing(house: House) -> None:
        prepared(house)
        over = msgspec.structs.replace(CUP, state="settled")
        house.more["competitions"] = contract.Competitions(competitions=[over])
        past = calendar.PastCompetition(competition=over, winners=[])
        house.more["calendar/past"] = calendar.PastCompetitions(past=[past])

    page = enter(nothing, path="/competitions", viewport=PHONE).page
    expect(page.get_by_text("every match for chips counts on the leaderboards")).to_be_visible()
    expect(page.get_by_role("link", name="The spring cup")).to_be_visible()
    at_rest(page)
    expect(page.get_by_role("link", name="Leaderboards")).to_have_attribute("href", "/boards")
