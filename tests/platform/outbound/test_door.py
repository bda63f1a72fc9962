"""Delivering to services of pushes, over real connections (services/lobby/RULES.md §24)."""

import http.client
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.lobby.push.encryption import Signer, encrypt, make_key_pair, public_of
from services.platform.outbound.door import ANSWER_BYTES_MAX, Door, Reply, Unreachable
from tests.support.push_service import HOST, Answer, PushService, Subscriber, push_service

KEYS = make_key_pair()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PushService]:
    with push_service(tmp_path_factory.mktemp("push")) as service:
        yield service


@pytest.fixture
def service(running: PushService) -> PushService:
    running.taken.clear()
    running.answer = lambda _path: Answer()
    return running


def door(service: PushService, timeout_s: float = 5.0) -> Door:
    return Door(frozenset({HOST}), timeout_s, lambda _host, _port: ["127.0.0.1"], service.trusted())


def post(sender: Door, service: PushService, body: bytes = b"", name: str = "a") -> Reply:
    signed = Signer(KEYS.private, "mailto:a@example.org").authorization(f"https://{HOST}:{service.port}")
    return sender.post(service.endpoint(name), {"Authorization": signed, "TTL": "60"}, body)


def test_the_browser_alone_reads_what_was_sent_and_the_service_can_check_the_sender(service: PushService) -> None:
    browser = Subscriber()
    assert post(door(service), service, encrypt(b'{"a": "\xce\xb1"}', browser.p256dh, browser.auth)) == Reply(201, 0)
    (taken,) = service.taken
    assert browser.read(taken.body) == {"a": "α"}
    assert b"\xce\xb1" not in taken.body
    assert taken.claims["aud"] == f"https://{HOST}:{service.port}"
    assert taken.claims["sub"] == "mailto:a@example.org"
    assert 0 < taken.claims["exp"] - time.time() <= 24 * 3600
    assert public_of(KEYS.private) == KEYS.public
    assert f"k={KEYS.public}" in taken.headers["authorization"]


@pytest.mark.parametrize("status", [200, 201, 204, 301, 302, 307, 308, 400, 404, 410, 413, 429, 500, 503])
def test_every_status_is_handed_back_and_none_is_followed(service: PushService, status: int) -> None:
    elsewhere = {"Location": service.endpoint("elsewhere"), "Retry-After": "120"}
    service.answer = lambda _path: Answer(status, elsewhere)
    assert post(door(service), service) == Reply(status, 120)
    assert [each.path for each in service.taken] == ["/push/a"]


@pytest.mark.parametrize("value", ["Wed, 21 Oct 2026 07:28:00 GMT", "-5", "1e9", "٣", "9" * 40])
def test_a_wait_that_is_no_number_counts_as_none(service: PushService, value: str) -> None:
    service.answer = lambda _path: Answer(429, {"Retry-After": value} if value.isascii() else {})
    assert post(door(service), service) == Reply(429, 0)


def test_connections_are_kept_and_one_that_was_closed_meanwhile_is_replaced(service: PushService) -> None:
    sender = door(service)
    for _ in range(3):
        post(sender, service)
    service.answer = lambda _path: Answer(201, {"Connection": "close"})
    post(sender, service)
    assert post(sender, service).status == 201
    assert len(service.taken) == 5
    sender.close()


def test_a_long_reply_is_not_read_to_its_end(service: PushService) -> None:
    service.answer = lambda _path: Answer(201, body=b"x" * (ANSWER_BYTES_MAX * 400))
    assert post(door(service), service).status == 201


def test_too_many_headers_are_an_error(service: PushService) -> None:
    service.answer = lambda _path: Answer(201, {f"X-{number}": "x" for number in range(500)})
    with pytest.raises(http.client.HTTPException):
        post(door(service), service)


def test_a_service_that_says_nothing_is_left(service: PushService) -> None:
    service.answer = lambda _path: Answer(stall_s=5.0)
    with pytest.raises(TimeoutError):
        post(door(service, 0.2), service)


@pytest.mark.parametrize("is_kept", [False, True], ids=["new", "kept"])
@pytest.mark.parametrize("slow", [Answer(drip=True), Answer(stall_s=2.0)], ids=["dripping", "silent"])
def test_whatever_is_too_slow_is_cut_off_as_such_and_not_sent_again(
    service: PushService, slow: Answer, is_kept: bool
) -> None:
    """Each byte may come in time, so that no timeout of the socket helps; a kept connection was not closed idle."""
    sender, failures = door(service, 0.5), []
    if is_kept:
        post(sender, service)
    service.answer = lambda _path: slow

    def send() -> None:
        try:
            post(sender, service)
        except (OSError, http.client.HTTPException) as error:
            failures.append(error)

    thread = threading.Thread(target=send)
    thread.start()
    until_s = time.monotonic() + 30
    cut = 0
    while thread.is_alive() and time.monotonic() < until_s:
        cut += sender.abort_overdue(time.monotonic())
        thread.join(0.01)
    assert not thread.is_alive()
    assert cut or slow.stall_s  # of a silent one the socket's own timeout may come first
    assert [type(each) for each in failures] == [TimeoutError]
    assert len(service.taken) == 1 + is_kept


@pytest.mark.parametrize(
    "addresses", [["127.0.0.1"], ["10.0.0.1"], ["142.250.180.10", "127.0.0.1"], ["::1"], ["169.254.169.254"], []]
)
def test_a_name_that_leads_inside_is_not_connected_to(service: PushService, addresses: list[str]) -> None:
    sender = Door(frozenset(), 1.0, lambda _host, _port: addresses, service.trusted())
    with pytest.raises(Unreachable):
        post(sender, service)
    assert not service.taken


def test_it_is_the_checked_address_that_is_connected_to(service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that leads elsewhere the second time it is asked."""
    answers = iter([["142.250.180.10"], ["127.0.0.1"]])
    reached: list[tuple[str, int]] = []

    def connect(address: tuple[str, int], *_more: object) -> socket.socket:
        reached.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", connect)
    sender = Door(frozenset(), 1.0, lambda _host, _port: next(answers), service.trusted())
    for _ in range(2):
        with pytest.raises(ConnectionRefusedError):
            post(sender, service)
    assert reached == [("142.250.180.10", service.port)] * 2


def test_an_address_without_a_way_to_it_is_passed_over(service: PushService) -> None:
    """Nothing listens at the first: as where a name has addresses of a kind that the machine has no network for."""
    sender = Door(frozenset({HOST}), 5.0, lambda _host, _port: ["::1", "127.0.0.2", "127.0.0.1"], service.trusted())
    assert post(sender, service).status == 201


def test_an_untrusted_certificate_ends_the_connection(service: PushService) -> None:
    sender = Door(frozenset({HOST}), 5.0, lambda _host, _port: ["127.0.0.1"])
    with pytest.raises(ssl.SSLCertVerificationError):
        post(sender, service)
    assert not service.taken


def test_signatures_are_made_anew_before_they_end() -> None:
    now_s = [1_000_000.0]
    signer = Signer(KEYS.private, "mailto:a@example.org", lambda: now_s[0])
    first = signer.authorization("https://a.example")
    assert signer.authorization("https://a.example") == first
    assert signer.authorization("https://b.example") != first
    now_s[0] += 7 * 3600
    assert signer.authorization("https://a.example") != first


@pytest.mark.parametrize(
    ("key", "contact"),
    [("", "mailto:a@b.org"), ("AAAA", "mailto:a@b.org"), (KEYS.private, "a")],
    ids=["no key", "a short key", "no address"],
)
def test_a_key_or_a_contact_that_is_none_is_an_error(key: str, contact: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError):
        Signer(key, contact)
