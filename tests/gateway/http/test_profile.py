"""REST about oneself: terms, photo, statistics, one's data."""

from typing import Any

import msgspec
import pytest

from services.contracts.base import Done
from services.contracts.lobby.accounts import accounts as lobby
from services.contracts.lobby.accounts import pictures, privacy
from services.contracts.ranking import ratings as ranking
from services.contracts.tables import recordings
from services.kernel.refusal import Refusal
from tests.gateway.fakes import services
from tests.gateway.http.test_rest import BEARER, Site

TERMS = lobby.Terms(version=2, history=[lobby.TermsVersion(version=2, posted_at_ms=7, changes={"en": "New."})])
EXPORT = privacy.Export(export="e", asked_at_ms=1, ready_at_ms=None, waiting=["wallet"])
ERASURE = privacy.Erasure(receipt="r", asked_at_ms=1, done_at_ms=None, waiting=["wallet"])


def site(**answers: Any) -> Site:
    return Site(services(**answers))


def test_the_terms_are_public() -> None:
    answer = site(GetTerms=TERMS).client.get("/api/terms")
    assert (answer.status_code, answer.json) == (200, msgspec.to_builtins(TERMS))


def test_the_version_that_was_read_is_accepted() -> None:
    made = site(AcceptTerms=Done())
    assert made.client.post("/api/me/terms", headers=BEARER, json={"version": 2}).json == {}
    assert made.rpc.requests(lobby.AcceptTerms) == [lobby.AcceptTerms(token="token-ann", version=2)]
    assert made.client.post("/api/me/terms", headers=BEARER, json={"version": 0}).status_code == 400


def test_a_photo_is_handed_to_the_lobby_as_it_came() -> None:
    made = site(SetPhoto=pictures.Photo(photo="p1"))
    answer = made.client.put("/api/me/photo", headers=BEARER, data=b"\x89PNG\0\xff", content_type="image/png")
    assert (answer.status_code, answer.json) == (200, {"photo": "p1"})
    assert made.rpc.requests(pictures.SetPhoto) == [pictures.SetPhoto(account="a-ann", image=b"\x89PNG\0\xff")]


@pytest.mark.parametrize("kind", ["image/svg+xml", "application/json", "text/html"])
def test_other_kinds_of_files_are_no_photos(kind: str) -> None:
    made = site(SetPhoto=pictures.Photo(photo="p1"))
    answer = made.client.put("/api/me/photo", headers=BEARER, data=b"<svg/>", content_type=kind)
    assert (answer.status_code, answer.json["error"]) == (415, "content_type_unsupported")
    assert made.rpc.requests(pictures.SetPhoto) == []


def test_a_file_that_is_too_large_never_reaches_the_lobby() -> None:
    made = site(SetPhoto=pictures.Photo(photo="p1"))
    answer = made.client.put("/api/me/photo", headers=BEARER, data=b"x" * 524_289, content_type="image/png")
    assert (answer.status_code, answer.json["error"]) == (413, "body_too_large")
    assert made.rpc.requests(pictures.SetPhoto) == []


def test_a_photo_is_served_as_what_it_is_and_nothing_else() -> None:
    answer = site(GetPhoto=pictures.PhotoFile(image=b"RIFF", kind="image/webp")).client.get("/api/photos/p1")
    assert (answer.status_code, answer.data, answer.content_type) == (200, b"RIFF", "image/webp")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "private, max-age=86400, immutable"
    missing = site(GetPhoto=Refusal("photo_unknown")).client.get("/api/photos/p1")
    assert (missing.status_code, missing.headers["Cache-Control"]) == (404, "no-store")


def test_a_photo_is_taken_away() -> None:
    made = site(DeletePhoto=Done())
    assert made.client.delete("/api/me/photo", headers=BEARER).json == {}
    assert made.rpc.requests(pictures.DeletePhoto) == [pictures.DeletePhoto(account="a-ann")]


def test_statistics_bring_totals_and_rating_together() -> None:
    totals = recordings.GameTotals(
        game="tavli", matches=3, won=2, lost=1, tied=0, streak=2, best_streak=2, last_at_ms=9
    )
    rating = ranking.Rating(account="a-ann", rating=1_540, games=3, peak=1_560)
    made = site(GetTotals=recordings.Totals(games=[totals]), GetRatings=ranking.Ratings(ratings=[rating]))
    answer = made.client.get("/api/me/statistics", headers=BEARER)
    assert answer.json == {"elo": 1_540, "peak": 1_560, "rated_games": 3, "games": [msgspec.to_builtins(totals)]}


@pytest.mark.parametrize(
    ("method", "path", "asked", "status"),
    [
        ("POST", "/api/me/export", privacy.AskExport(account="a-ann", address="127.0.0.1"), 202),
        ("GET", "/api/me/export", privacy.GetExport(account="a-ann"), 200),
    ],
)
def test_an_export_is_asked_for_and_looked_after(method: str, path: str, asked: Any, status: int) -> None:
    made = site(AskExport=EXPORT, GetExport=EXPORT)
    answer = made.client.open(path, method=method, headers=BEARER)
    assert (answer.status_code, answer.json) == (status, msgspec.to_builtins(EXPORT))
    assert made.rpc.requests(type(asked)) == [asked]


def test_without_an_export_null_is_returned() -> None:
    answer = site(GetExport=Refusal("export_unknown")).client.get("/api/me/export", headers=BEARER)
    assert (answer.status_code, answer.json) == (200, None)


def test_an_export_that_is_not_ready_is_refused() -> None:
    answer = site(DownloadExport=Refusal("export_not_ready")).client.get("/api/me/export/file", headers=BEARER)
    assert (answer.status_code, answer.json["error"]) == (422, "export_not_ready")


def test_erasing_needs_the_password_and_returns_a_receipt() -> None:
    made = site(EraseAccount=ERASURE)
    client = made.client
    client.set_cookie("kafeneio_device", "ab" * 16)
    answer = client.post("/api/me/erasure", headers=BEARER, json={"password": "correct horse"})
    assert (answer.status_code, answer.json["receipt"]) == (202, "r")
    assert made.rpc.requests(privacy.EraseAccount) == [
        privacy.EraseAccount(token="token-ann", password="correct horse", device="ab" * 16, address="127.0.0.1")
    ]
    assert made.client.post("/api/me/erasure", headers=BEARER, json={}).status_code == 400


def test_a_receipt_needs_no_session() -> None:
    made = site(GetErasure=ERASURE)
    assert made.client.get("/api/erasures/r").json == msgspec.to_builtins(ERASURE)
    assert made.client.get(f"/api/erasures/{'r' * 65}").status_code == 404
