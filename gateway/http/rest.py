"""Serving one operation of the REST API: its rate, its body, its session, its handler, and the answer as HTTP."""

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from flask import Response, g, request

from gateway.http.operations import responses
from gateway.http.operations.route import Call, File, Lines, Route
from gateway.http.operations.staff_access import StaffAccess
from gateway.http.transport.channel import TableStream
from gateway.metrics import counts, http_seconds
from gateway.port.addresses import client_address, may_read_public, origin_allowed, rate_key
from gateway.rates.shared_rates import SharedRates
from gateway.rates.token_buckets import Buckets
from gateway.rpc import Rpc
from gateway.settings import GatewaySettings
from services.contracts.lobby.accounts import accounts as lobby
from services.kernel.refusal import Refusal
from services.platform.process import tracing
from services.platform.process.logs import get_logger

log = get_logger(__name__)
TABLE_STREAM = "kafeneio.table_stream"
"""Where a request says of which table its answer is to have frames (`TableStream`)."""
_BUSY_PAUSE_S = 0.1
_FORM = "application/x-www-form-urlencoded"
_IMAGES = frozenset({"image/png", "image/jpeg", "image/webp"})


class Line:
    """The login queue: a limited number of requests is served at once, the others wait in the order of their arrival. A
    request that ends passes its place to the first that waits, so that none overtakes another."""

    def __init__(self, at_once: int, waiting_max: int) -> None:
        """`at_once`: how many are served at the same time; `waiting_max`: how many may wait."""
        self._at_once = at_once
        self._waiting_max = waiting_max
        self._lock = threading.Lock()
        self._inside = 0
        self._waiting: deque[threading.Event] = deque()

    @property
    def waiting(self) -> int:
        """The number of waiting requests."""
        return len(self._waiting)

    @contextmanager
    def place(self) -> Iterator[bool]:
        """Wait for a place. Yields False if too many requests wait already."""
        taken = self._enter()
        try:
            yield taken
        finally:
            if taken:
                self._leave()

    def _enter(self) -> bool:
        with self._lock:
            if self._inside < self._at_once:
                self._inside += 1
                return True
            if len(self._waiting) >= self._waiting_max:
                return False
            turn = threading.Event()
            self._waiting.append(turn)
        turn.wait()
        return True

    def _leave(self) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._inside -= 1


class Rest:
    """Serves operations; counts the rates of addresses."""

    def __init__(self, settings: GatewaySettings, rpc: Rpc, rates: SharedRates | None = None) -> None:
        """`rpc` finds the session of a token; `rates`: the rates shared by all gateways, None if there is only one."""
        self.settings = settings
        self._rpc = rpc
        self._staff = StaffAccess(settings, rpc)
        per_min, per_s = settings.gateway_attempts_per_min, settings.gateway_requests_per_s
        self._attempts = Buckets(per_min / 60, per_min, settings.gateway_addresses_max)
        self._line = Line(settings.gateway_attempts_at_once, settings.gateway_attempts_waiting_max)
        counts.gauges["attempts_waiting"] = ("Logins and registrations in line", lambda: self._line.waiting)
        self._requests = Buckets(per_s, per_s * 2, settings.gateway_addresses_max)
        computations = settings.gateway_computations_per_min
        self._computations = Buckets(computations / 60, computations, settings.gateway_addresses_max)
        if rates is not None:
            rates.share("attempts", self._attempts)
            rates.share("requests", self._requests)
            rates.share("computations", self._computations)

    def serve(self, route: Route, **path: str) -> Response:
        """Answer one operation."""
        started = time.perf_counter()
        with tracing.entered(f"{route.method} {route.path}", g.trace, g.get("parent", "")):
            result = self._answer(route, path)
        if isinstance(result, Refusal):
            response = responses.oauth_error(result) if route.body_is_form else responses.refusal(result)
        elif isinstance(result, File):
            response = responses.file(result)
        elif isinstance(result, Lines | TableStream):
            response = self._begin_lines(result)
        else:
            response = responses.answer(result, route.status)
            if route.age_max_s:
                response.headers["Cache-Control"] = f"private, max-age={route.age_max_s}"
        if route.public:
            responses.let_others_read(response, self.settings.gateway_public_origins)
        response.headers.setdefault("Cache-Control", "no-store")
        responses.add_quota(response, g.get("quota"))
        took_s = time.perf_counter() - started
        http_seconds.labels(route.path, str(response.status_code)).observe(took_s)
        log.info("request", trace=g.trace, route=route.path, status=response.status_code, ms=round(took_s * 1000, 1))
        return response

    def _begin_lines(self, result: Lines | TableStream) -> Response:
        """An answer that goes on. Frames of a table are in the gateway's process, which gets the connection with what
        is known of the request."""
        if isinstance(result, Lines):
            response = responses.lines(result.lines)
            if request.method == "HEAD":
                response.close()  # it is never read: the server would close nothing
            return response
        if request.method != "HEAD":
            request.environ[TABLE_STREAM] = result
        return responses.lines(iter(()))

    def _answer(self, route: Route, path: dict[str, str]) -> Any | Refusal:
        call = Call(device=g.device, address=client_address(request.environ, self.settings.gateway_proxy_hops))
        call.path = path
        headers = request.headers
        call.header = lambda name: headers.get(name, "")
        call.home = self.settings.home
        call.operation, call.staff = route.path, self._staff
        steps = (self._within_rate, self._of_our_pages, self._read_query, self._read_body)
        for step in (*steps, self._look_up_session, self._within_computations):
            refused = step(route, call)
            if refused is not None:
                return refused
        answer = self._in_line(route, call) if route.attempt else route.handler(call)
        if route.for_staff and route.method == "GET" and not isinstance(answer, Refusal):
            about = "&".join(f"{name}={text}" for name, text in (*call.path.items(), *request.args.items()))
            return self._staff.note(call, route.path, about) or answer
        return answer

    def _in_line(self, route: Route, call: Call) -> Any | Refusal:
        """Queue a request that hashes a password: the lobby hashes a few at a time, and a crowd that logs in is
        served in order, not refused."""
        with self._line.place() as taken:
            if not taken:
                return Refusal("service_unavailable", {"service": "gateway"})
            until_s = time.monotonic() + self.settings.gateway_attempt_wait_s
            while is_busy(answer := route.handler(call)) and time.monotonic() < until_s:
                time.sleep(_BUSY_PAUSE_S)
            return answer

    def allows_one_more(self) -> bool:
        """Whether the asking address may ask for one more thing; it counts as a request."""
        key = rate_key(client_address(request.environ, self.settings.gateway_proxy_hops))
        return self._spend(self._requests, key) is None

    def _within_rate(self, route: Route, call: Call) -> Refusal | None:
        key = rate_key(call.address)
        is_attempt = route.attempt or route.body_is_form
        return self._spend(self._requests, key) or (self._spend(self._attempts, key) if is_attempt else None)

    def _within_computations(self, route: Route, call: Call) -> Refusal | None:
        if not route.computes:
            return None
        return self._spend(self._computations, call.account_id if route.session else rate_key(call.address))

    def _spend(self, rate: Buckets, key: str) -> Refusal | None:
        """Take one credit of a rate; the response's headers have the state of the last one. Refusal: `rate_limited`."""
        now_s = time.monotonic()
        within = rate.allows(key, now_s)
        g.quota = rate.quota(key, now_s)
        return None if within else Refusal("rate_limited", {"retry_after_s": max(1, g.quota.wait_s)})

    def _of_our_pages(self, route: Route, _call: Call) -> Refusal | None:
        """Before anything of the request is read: a page of another origin gets no hint, unless the operator lets it
        read what is public."""
        public = self.settings.gateway_public_origins
        if route.public and not public:
            return Refusal("public_off")
        if route.public and may_read_public(request.environ, public):
            return None
        allowed = origin_allowed(request.environ, self.settings.gateway_allowed_origins)
        return None if allowed else Refusal("origin_forbidden")

    def _read_query(self, route: Route, call: Call) -> Refusal | None:
        if route.query is None:
            return None
        try:
            call.query = msgspec.convert(request.args.to_dict(), type=route.query, strict=False)
        except msgspec.ValidationError as error:
            return Refusal("bad_request", str(error))
        return None

    def _read_body(self, route: Route, call: Call) -> Refusal | None:
        if route.body_is_raw:
            return self._keep_body(call)
        if route.body_is_image:
            return self._keep_image(call)
        if route.body is None:
            return None
        if route.body_is_form:
            return self._read_form(route.body, call)
        if request.mimetype != "application/json":
            return Refusal("content_type_unsupported", {"expected": "application/json"})
        if route.body_is_long:
            request.max_content_length = self.settings.gateway_study_bytes_max
        try:
            call.body = msgspec.json.decode(request.get_data(cache=False), type=route.body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return Refusal("bad_request", str(error))
        return None

    def _read_form(self, body: Any, call: Call) -> Refusal | None:
        """Read a form as RFC 6749 §3.2 has it: what is not known is ignored, and nothing is there twice."""
        if request.mimetype != _FORM:
            return Refusal("content_type_unsupported", {"expected": _FORM})
        if any(len(values) > 1 for values in request.form.listvalues()):
            return Refusal("invalid_request", "A parameter is there more than once")
        known = {name: request.form[name] for name in body.__struct_encode_fields__ if name in request.form}
        call.credentials = request.headers.get("Authorization", "")
        try:
            call.body = msgspec.convert(known, type=body)
        except msgspec.ValidationError:
            return Refusal("invalid_request", "A parameter is too long")
        return None

    def _keep_body(self, call: Call) -> Refusal | None:
        """Keep the body unchanged, because it is signed; the signature identifies the sender instead of a session."""
        request.max_content_length = self.settings.gateway_study_bytes_max
        try:
            call.raw = request.get_data(cache=False).decode()
        except UnicodeDecodeError as error:
            return Refusal("bad_request", str(error))
        call.signature = request.headers.get("Stripe-Signature", "")
        return None

    def _keep_image(self, call: Call) -> Refusal | None:
        if request.mimetype not in _IMAGES:
            return Refusal("content_type_unsupported", {"expected": sorted(_IMAGES)})
        request.max_content_length = self.settings.gateway_photo_bytes_max
        call.image = request.get_data(cache=False)
        return None

    def _look_up_session(self, route: Route, call: Call) -> Refusal | None:
        if not route.session:
            return None
        scheme, _, call.token = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not call.token:
            return Refusal("session_expired")
        asked = lobby.WhoIs(token=call.token, active=route.is_deed, operation=f"{route.method} {route.path}")
        account = self._rpc.call(asked)
        if isinstance(account, Refusal):
            return account
        call.account = account
        if account.guest and not route.guests:
            return Refusal("guest_forbidden")
        if account.home is not None and not route.visitors:
            return Refusal("visitor_forbidden")
        return self._staff.check(account) if route.for_staff else None


def is_busy(answer: Any) -> bool:
    """Whether the lobby has too many passwords to hash; nothing was begun, so the request may be repeated."""
    return isinstance(answer, Refusal) and answer.error == "service_unavailable" and answer.detail == lobby.BUSY_DETAIL
