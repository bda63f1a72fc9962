"""Shared replays over HTTP: operations, the two pages with what previews read, pictures, frames of other sites
(services/tables/RULES.md §23)."""

from pathlib import Path
from typing import Any

import pytest

from services.contracts.base import Done
from services.contracts.lobby.people import blocks
from services.contracts.moderation import conduct as moderation
from services.contracts.tables import sharing
from services.contracts.tables.recordings import Replay
from services.kernel.refusal import Refusal
from tests.gateway.fakes import FakeRpc, services
from tests.gateway.http.test_rest import BEARER, Site

HOME = "https://play.example"
LINK = "aB3-_x"
UNKNOWN = Refusal("share_unknown")
MADE = sharing.ShareLink(
    link=LINK, match="m-1", game="tavli", names=False, names_shown=False, waiting_for=0, made_at_ms=1, ends_at_ms=2
)


def shared(**changed: Any) -> sharing.Shared:
    usual: dict[str, Any] = {
        "game": "tavli",
        "title": "Tavli",
        "options": {},
        "seats": [sharing.SharedSeat(computer=False, name="<Ann>"), sharing.SharedSeat(computer=False, name=None)],
        "sides": [[0], [1]],
        "hands": [sharing.SharedHand(number=1, events=9)],
        "ended_on": "2026-11-28",
        "outcome": "won",
        "winners": [0],
        "points": [5, 3],
        "corrected": False,
        "moment": sharing.SharedMoment(hand=1, position=9),
        "pictures": ["board", "moment"],
    }
    return sharing.Shared(**(usual | changed))


def house(**answers: Any) -> FakeRpc:
    usual = {
        "GetShares": sharing.Shares(choice="ask", links=[MADE], questions=[], limit=50),
        "ListBlocks": blocks.Blocks(players=[blocks.Blocked(account="a-eve", name="Eve", at_ms=1)], most=9),
        "SetShareChoice": Done(),
        "ShareMatch": MADE,
        "AnswerShare": Done(),
        "WithdrawShare": Done(),
        "GetShared": shared(),
        "ReplayShared": Replay(hand=1, events=0, positions=[]),
        "GetSharedPicture": sharing.SharedPicture(content=b"\x89PNG", kind="image/png"),
    }
    return services(**(usual | answers))


@pytest.fixture
def folder(tmp_path: Path) -> str:
    (tmp_path / "index.html").write_text("<html><head><title>Kafeneio</title></head><body></body></html>")
    return str(tmp_path)


def site(rpc: FakeRpc, folder: str = "/nowhere", **settings: Any) -> Any:
    return Site(rpc, gateway_web_dir=folder, **({"gateway_home": HOME} | settings)).client


# --- operations --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "body", "asked"),
    [
        ("get", "/api/shares", None, sharing.GetShares(account="a-ann", blocked=["a-eve"])),
        ("put", "/api/shares/choice", {"choice": "never"}, sharing.SetShareChoice(account="a-ann", choice="never")),
        (
            "post",
            "/api/recordings/m-1/share",
            {"names": True},
            sharing.ShareMatch(match="m-1", account="a-ann", names=True),
        ),
        (
            "put",
            "/api/recordings/m-1/share/answer",
            {"agree": False},
            sharing.AnswerShare(match="m-1", account="a-ann", agree=False),
        ),
        ("delete", f"/api/shares/{LINK}", None, sharing.WithdrawShare(link=LINK, account="a-ann")),
    ],
)
def test_own_links_are_made_and_ended_in_the_name_of_the_session(method: str, path: str, body: Any, asked: Any) -> None:
    rpc = house()
    assert getattr(site(rpc), method)(path, json=body).status_code == 401
    assert getattr(site(rpc), method)(path, json=body, headers=BEARER).status_code < 300
    assert rpc.requests(type(asked)) == [asked]


def test_staff_withdraw_links_of_others() -> None:
    staff = moderation.Conduct(account="a-ann", cards={}, roles=["moderator"], suspension=None)
    refusal = Refusal("recording_forbidden")
    rpc = house(GetConduct=staff, WithdrawShare=refusal, NoteReading=Done())
    assert site(rpc).delete(f"/api/shares/{LINK}", headers=BEARER).status_code == 403
    assert rpc.requests(sharing.WithdrawShare)[-1].roles == ["moderator"]


def test_a_link_needs_no_session_and_sets_no_cookie() -> None:
    rpc = house()
    for path in (f"/api/shared/{LINK}", f"/api/shared/{LINK}/replay?hand=1"):
        answer = site(rpc).get(path)
        assert (answer.status_code, "Set-Cookie" in answer.headers) == (200, False)
    assert rpc.requests(sharing.ReplayShared) == [sharing.ReplayShared(link=LINK, hand=1)]


def test_replays_without_a_session_have_the_rate_of_their_address() -> None:
    client = site(house(), gateway_computations_per_min=1)
    codes = [client.get(f"/api/shared/{LINK}/replay?hand=1").status_code for _ in range(2)]
    assert codes == [200, 429]


def test_pictures_are_for_pages_of_all_sites_and_asked_for_with_their_entity_tag() -> None:
    client = site(house())
    answer = client.get(f"/api/shared/{LINK}/board.png")
    assert (answer.data, answer.mimetype) == (b"\x89PNG", "image/png")
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    again = client.get(f"/api/shared/{LINK}/board.png", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    assert client.get(f"/api/shared/{LINK}/none.png").json["error"] == "picture_unknown"


# --- pages -------------------------------------------------------------------------------------------------------


def test_the_page_says_what_previews_show_without_names(folder: str) -> None:
    answer = site(house(), folder).get(f"/shared/{LINK}", headers={"Accept-Language": "el,en;q=0.5"})
    text = answer.get_data(as_text=True)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-cache")
    assert '<meta property="og:title" content="Tavli · 5 : 3" />' in text
    assert f'<meta property="og:image" content="{HOME}/api/shared/{LINK}/board.png" />' in text
    assert '<meta property="og:image:width" content="1200" />' in text
    assert "παρτίδα" in text
    assert "application/json+oembed" in text
    assert "Ann" not in text
    assert "Set-Cookie" not in answer.headers


def test_without_a_picture_or_an_address_of_the_site_there_is_no_image(folder: str) -> None:
    assert "og:image" not in site(house(GetShared=shared(pictures=[])), folder).get(f"/shared/{LINK}").text
    nowhere = site(house(), folder, gateway_home="", gateway_host="0.0.0.0").get(f"/shared/{LINK}").text
    assert "og:title" in nowhere
    assert "og:image" not in nowhere


def test_a_link_that_leads_nowhere_is_not_found_and_the_page_says_so(folder: str) -> None:
    for path in (f"/shared/{LINK}", f"/embed/{LINK}"):
        answer = site(house(GetShared=UNKNOWN), folder).get(path)
        assert (answer.status_code, "og:" in answer.text, "Kafeneio" in answer.text) == (404, False, True)
    rpc = house()
    assert site(rpc, folder).get("/shared/%22%3E%3Cscript%3E").status_code == 404
    assert rpc.requests(sharing.GetShared) == []


def test_while_the_service_is_away_the_page_comes_without_a_preview(folder: str) -> None:
    away = house(GetShared=Refusal("service_unavailable", {"service": "tables"}))
    answer = site(away, folder).get(f"/shared/{LINK}")
    assert (answer.status_code, "og:" in answer.text) == (200, False)


@pytest.mark.parametrize(
    ("path", "ancestors", "framed"),
    [
        (f"/embed/{LINK}", "*", "frame-ancestors *;"),
        (f"/embed/{LINK}", "https://blog.example", "frame-ancestors https://blog.example;"),
        (f"/embed/{LINK}", "", "frame-ancestors 'none';"),
        (f"/shared/{LINK}", "*", "frame-ancestors 'none';"),
        ("/", "*", "frame-ancestors 'none';"),
    ],
)
def test_only_the_embedded_page_may_be_framed_by_allowed_sites(
    folder: str, path: str, ancestors: str, framed: str
) -> None:
    headers = site(house(), folder, gateway_embed_ancestors=ancestors).get(path).headers
    assert framed in headers["Content-Security-Policy"]
    assert ("X-Frame-Options" in headers) is ("'none'" in framed)


# --- oEmbed ------------------------------------------------------------------------------------------------------


def test_oembed_offers_a_frame_of_the_size_that_fits() -> None:
    answer = site(house()).get(f"/api/oembed?url={HOME}/shared/{LINK}&maxwidth=300&format=json").json
    assert (answer["type"], answer["width"], answer["height"]) == ("rich", 300, 560)
    assert f'<iframe src="{HOME}/embed/{LINK}" width="300"' in answer["html"]
    assert answer["thumbnail_url"] == f"{HOME}/api/shared/{LINK}/board.png"


@pytest.mark.parametrize("address", ["https://evil.example/shared/aB3", f"{HOME}/wallet", f"{HOME}/shared/a'b", "x"])
def test_oembed_knows_no_other_addresses(address: str) -> None:
    assert site(house()).get("/api/oembed", query_string={"url": address}).json["error"] == "share_unknown"
