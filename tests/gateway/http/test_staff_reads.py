"""What staff reads of others is kept, or it is not read."""

from services.contracts.base import Done
from services.contracts.lobby.accounts.security_log import NoteStaffRead
from services.contracts.moderation import reports as discipline
from services.kernel.refusal import Refusal
from tests.gateway.fakes import services
from tests.gateway.http.test_rest import BEARER, Site

REPORTS = discipline.Reports(reports=[])


def test_a_read_of_staff_is_noted_with_what_was_asked_for() -> None:
    site = Site(services(ListReports=REPORTS, NoteStaffRead=Done()))
    assert site.client.get("/api/staff/reports?decided=true", headers=BEARER).status_code == 200
    (noted,) = site.rpc.requests(NoteStaffRead)
    assert (noted.what, noted.about) == ("/api/staff/reports", "decided=true")


def test_what_cannot_be_noted_is_not_shown() -> None:
    site = Site(services(ListReports=REPORTS, NoteStaffRead=Refusal("service_unavailable")))
    assert site.client.get("/api/staff/reports", headers=BEARER).status_code == 503


def test_what_was_refused_is_no_read() -> None:
    site = Site(services(ListReports=Refusal("forbidden"), NoteStaffRead=Done()))
    assert site.client.get("/api/staff/reports", headers=BEARER).status_code == 403
    assert site.rpc.requests(NoteStaffRead) == []
