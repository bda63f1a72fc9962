"""The Flask application: operations, probes, the OpenAPI document, and the web client's files."""

from collections.abc import Callable
from functools import cache, partial
from urllib.parse import quote

from flask import Flask, Response, g, request
from prometheus_client import CONTENT_TYPE_LATEST
from werkzeug.exceptions import HTTPException

from gateway.http import browser
from gateway.http.documents import asyncapi, reference
from gateway.http.documents.openapi import document
from gateway.http.operations import responses
from gateway.http.operations.route import Route
from gateway.http.rest import Rest
from gateway.http.routes.api import make_routes
from gateway.http.routes.lobby.providers import CALLBACK, is_callback, lead_back
from gateway.http.routes.rankings import PUBLIC
from gateway.http.routes.shares import EMBEDDED_AT, SHOWN_AT
from gateway.http.routes.streams import EventStreams
from gateway.http.shared_pages import SharedPages, ancestors_of, is_shared
from gateway.http.site import Site
from gateway.http.versions import add_deprecation, by_version
from gateway.rates.shared_rates import SharedRates
from gateway.rpc import Cached, Rpc
from gateway.settings import GatewaySettings
from gateway.ws.connection.frames import is_command_id
from services.contracts.lobby import open_tables as lobby
from services.kernel.ids import new_id
from services.kernel.refusal import Refusal
from services.platform.process.health import Health
from services.platform.process.logs import get_logger
from services.platform.process.tracing import HEADER, read_traceparent, trace_id, traced

log = get_logger(__name__)

TRACE_HEADER = "X-Trace-Id"
_ERRORS = {
    400: "bad_request",
    404: "not_found",
    405: "method_not_allowed",
    413: "body_too_large",
    415: "content_type_unsupported",
}


def make_app(
    settings: GatewaySettings,
    rpc: Rpc,
    tables: Cached[lobby.Tables],
    health: Health,
    rates: SharedRates | None = None,
    streams: EventStreams | None = None,
) -> Flask:
    """The application; `rates`: None where there is no other gateway; `streams` of public events: None where there is
    no log of them."""
    app = Flask("kafeneio", static_folder=None)
    app.url_map.merge_slashes = False  # it would redirect to the host that the request names
    app.config["MAX_CONTENT_LENGTH"] = settings.gateway_body_bytes_max
    routes = make_routes(rpc, tables, settings.gateway_lists_age_s, streams)
    rest = Rest(settings, rpc, rates)
    for route in routes:
        name = f"{route.method} {route.path}"
        app.add_url_rule(route.path, name, partial(rest.serve, route), methods=[route.method])
    app.before_request(_begin)
    app.after_request(partial(_finish, settings))
    site = Site(settings.web_dir, settings.gateway_sandbox_until_ms)
    shared = SharedPages(site, rpc, settings.home, rest.allows_one_more)
    app.add_url_rule(f"{SHOWN_AT}/<link>", "the page of a shared replay", shared.show, methods=["GET"])
    app.add_url_rule(f"{EMBEDDED_AT}/<link>", "a shared replay in a frame", shared.embed, methods=["GET"])
    app.register_error_handler(404, partial(_page_or_nothing, site))
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _failure)
    app.add_url_rule("/api/unsubscribe/<link>", "the page of a link", _lead_to_page, methods=["GET"])
    app.add_url_rule(CALLBACK, "back from a provider", lead_back, methods=["GET", "POST"])
    _add_document(app, routes, settings.home)
    _add_probes(app, health, with_metrics=settings.gateway_metrics_on_port)
    app.wsgi_app = by_version(app.wsgi_app)  # type: ignore[assignment, method-assign]
    return app


def _lead_to_page(link: str) -> Response:
    """A mail program that ends mails by no press of its own opens the address instead: that changes nothing, and leads
    to the page with the button."""
    return Response(status=303, headers={"Location": f"/unsubscribe#{quote(link, safe='')}"})


def _begin() -> None:
    told = request.headers.get(TRACE_HEADER, "")
    g.parent = read_traceparent(request.headers.get(HEADER, ""))
    g.trace = trace_id(g.parent) or (told if is_command_id(told) else new_id())
    found = browser.device_of(request)
    g.new_device = found is None
    g.device = found or browser.new_device()


def _finish(settings: GatewaySettings, response: Response) -> Response:
    by_tls = browser.is_tls(request, settings.gateway_proxy_hops)
    ancestors = ancestors_of(request.path, settings.gateway_embed_ancestors)
    browser.secure(response, settings.gateway_hsts_s if by_tls else 0, ancestors)
    response.headers[TRACE_HEADER] = g.trace
    add_deprecation(response)
    leaves_cookie_alone = is_callback(request.path) or is_shared(request.path) or request.path.startswith(PUBLIC)
    if g.new_device and not _is_probe() and not leaves_cookie_alone:
        browser.set_device(response, g.device, secure=by_tls)
    return response


def _is_probe() -> bool:
    return request.path in ("/healthz", "/readyz", "/metrics")


def _http_error(error: HTTPException) -> Response:
    if error.response is not None or (error.code or 500) < 400:
        return error.get_response()  # type: ignore[return-value]
    code = error.code or 500
    response = responses.answer({"error": _ERRORS.get(code, "bad_request"), "detail": None}, code)
    if code == 405 and getattr(error, "valid_methods", None):
        response.headers["Allow"] = ", ".join(error.valid_methods)  # type: ignore[attr-defined]
    return response


def _failure(error: Exception) -> Response:
    with traced(g.get("trace", "")):
        log.error("request_failed", path=request.path, exc_info=error)
    return responses.refusal(Refusal("internal_error"))


def _add_document(app: Flask, routes: list[Route], home: str) -> None:
    """The documents and their reference page, each made when it is first asked for: most processes never are."""
    described = cache(lambda: document(routes, home))
    spoken = cache(asyncapi.document)
    page = cache(lambda: reference.page(described(), spoken()))
    documents: dict[str, Callable[[], Response]] = {
        "/api/openapi.json": lambda: responses.answer(described()),
        "/api/asyncapi.json": lambda: responses.answer(spoken()),
        "/api/reference": lambda: Response(page(), mimetype="text/html"),
        "/api/reference.css": lambda: Response(reference.STYLE, mimetype="text/css"),
    }
    for path, serve in documents.items():
        app.add_url_rule(path, path, serve, methods=["GET"])


def _add_probes(app: Flask, health: Health, *, with_metrics: bool) -> None:
    def healthz() -> Response:
        return responses.answer({"alive": True})

    def readyz() -> Response:
        ready, report = health.report()
        return responses.answer(report, 200 if ready else 503)

    def metrics() -> Response:
        return Response(health.metrics(), content_type=CONTENT_TYPE_LATEST)

    pages: dict[str, Callable[[], Response]] = {"/healthz": healthz, "/readyz": readyz}
    if with_metrics:
        pages["/metrics"] = metrics
    for path, page in pages.items():
        app.add_url_rule(path, path, page, methods=["GET"])


def _page_or_nothing(site: Site, _error: HTTPException) -> Response:
    """Serve a path without a route: a file of the web client, or a page that the client renders itself."""
    path = request.path.lstrip("/")
    readable = request.method in ("GET", "HEAD") and not path.startswith("api/")
    found = site.page(path) if readable else None
    return responses.refusal(Refusal("not_found")) if found is None else found
