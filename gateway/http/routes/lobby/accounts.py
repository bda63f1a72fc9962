"""Registration, login, logout, accounts without registration, and the data of one's own account."""

import msgspec

from gateway.http.operations.derived_bodies import body_of
from gateway.http.operations.forwarding import HASHING_TIMEOUT_MS, Forwarding
from gateway.http.operations.request_bodies import Me, Statistics
from gateway.http.operations.route import Call, File, Route
from gateway.rpc import Cached, Rpc
from services.contracts.lobby import presence
from services.contracts.lobby.accounts import accounts, pictures, privacy, visits
from services.contracts.lobby.accounts import guest_accounts as contract
from services.contracts.ranking import ratings as ranking
from services.contracts.tables import recordings
from services.contracts.wallet import balances as wallet
from services.kernel.refusal import Refusal

RegisterBody = body_of(
    accounts.Register,
    *("username", "email", "password", "birth_date", "language", "code", "channel", "terms", "passkey", "ticket"),
    name="RegisterBody",
)
_TERMS_AGE_S = 5.0
_PHOTO_AGE_S = 86_400
_PHOTO_ID_LENGTH_MAX = 64


class Accounts:
    """Handlers that call several services, keep an answer, or return a picture."""

    def __init__(self, rpc: Rpc, players: Cached[presence.Players]) -> None:
        """`players`: the players list, which contains everybody's table."""
        self._rpc = rpc
        self._players = players
        self._terms = Cached(rpc, accounts.GetTerms(), _TERMS_AGE_S)

    def get_terms(self, _call: Call) -> accounts.Terms | Refusal:
        """The posted version of the terms and those before it."""
        return self._terms.get()

    def me(self, call: Call) -> Me | Refusal:
        """The account of the session."""
        assert call.account is not None
        account = call.account_id
        visit = self._visit_of(call.account)
        if isinstance(visit, Refusal):
            return visit
        chips = self._chips_of(account) if visit is None else visit.chips_at_home
        if isinstance(chips, Refusal):
            return chips
        ratings = self._rpc.call(ranking.GetRatings(accounts=[account]))
        if isinstance(ratings, Refusal):
            return ratings
        rating = ratings.ratings[0]
        return Me(
            account=call.account,
            chips=chips,
            elo=rating.rating,
            games=rating.games,
            table=self._table_of(account),
            visit=visit,
        )

    def _visit_of(self, account: accounts.Account) -> visits.Visit | Refusal | None:
        if account.home is None:
            return None
        return self._rpc.call(visits.GetVisit(account=account.account))

    def _chips_of(self, account: str) -> int | Refusal:
        balance = self._rpc.call(wallet.GetBalance(account=account))
        if not isinstance(balance, Refusal):
            return balance.chips
        # An account that was registered a moment ago is not in the wallet yet.
        return 0 if balance.error == "account_unknown" else balance

    def get_statistics(self, call: Call) -> Statistics | Refusal:
        """Statistics of one's own matches: totals come from tables' recordings, the Elo from ranking."""
        totals = self._rpc.call(recordings.GetTotals(account=call.account_id))
        if isinstance(totals, Refusal):
            return totals
        ratings = self._rpc.call(ranking.GetRatings(accounts=[call.account_id]))
        if isinstance(ratings, Refusal):
            return ratings
        rating = ratings.ratings[0]
        return Statistics(elo=rating.rating, peak=rating.peak, rated_games=rating.games, games=totals.games)

    def get_photo(self, call: Call) -> File | Refusal:
        """A photo by its id."""
        found = self._rpc.call(pictures.GetPhoto(photo=call.path["photo"][:_PHOTO_ID_LENGTH_MAX]))
        if isinstance(found, Refusal):
            return found
        return File(content=found.image, kind=found.kind, age_max_s=_PHOTO_AGE_S)

    def _table_of(self, account: str) -> str | None:
        players = self._players.get()
        if isinstance(players, Refusal):
            return None
        return next((line.table for line in players.players if line.account == account), None)


def account_routes(rpc: Rpc, players: Cached[presence.Players]) -> list[Route]:
    """Every operation about one's own account, except access to it (access.py)."""
    to, handlers = Forwarding(rpc), Accounts(rpc, players)
    return [
        *_session_routes(to),
        *_own_routes(to, handlers),
        *_terms_routes(to, handlers),
        *_photo_routes(to, handlers),
    ]


def _session_routes(to: Forwarding) -> list[Route]:
    return [
        to.route(
            "POST /api/register",
            accounts.Register,
            "Open an account; it is logged in at once",
            body=RegisterBody,
            timeout_ms=HASHING_TIMEOUT_MS,
            status=201,
            session=False,
            attempt=True,
        ),
        to.route(
            "POST /api/login",
            accounts.LogIn,
            "Log in; an older session of the account ends",
            body=("username", "password", "code"),
            body_name="LoginBody",
            timeout_ms=HASHING_TIMEOUT_MS,
            name="login",
            session=False,
            attempt=True,
        ),
        to.route("POST /api/logout", accounts.LogOut, "End the session", name="logout"),
        to.route(
            "POST /api/me/token",
            accounts.RenewToken,
            "A new token for the session; the old one holds for a moment more",
            deed=False,
        ),
    ]


def _own_routes(to: Forwarding, handlers: Accounts) -> list[Route]:
    return [
        Route(method="GET", path="/api/me", summary="Who asks", handler=handlers.me, answer=Me),
        to.route(
            "POST /api/me/password",
            accounts.ChangePassword,
            "Change one's password; the session goes on under the token that is answered",
            body=("current", "new"),
            body_name="PasswordBody",
            timeout_ms=HASHING_TIMEOUT_MS,
            attempt=True,
        ),
        to.route(
            "POST /api/me/language",
            accounts.ChangeLanguage,
            "Change the language in which one is spoken to",
            body=("language",),
            body_name="LanguageBody",
        ),
        Route(
            method="GET",
            path="/api/me/statistics",
            summary="One's recorded matches in numbers, by game, and the general Elo",
            handler=handlers.get_statistics,
            answer=Statistics,
        ),
    ]


def _terms_routes(to: Forwarding, handlers: Accounts) -> list[Route]:
    return [
        Route(
            method="GET",
            path="/api/terms",
            summary="The posted version of the terms and rules, and the history of versions, newest first",
            handler=handlers.get_terms,
            answer=accounts.Terms,
            session=False,
        ),
        to.route(
            "POST /api/me/terms",
            accounts.AcceptTerms,
            "The posted version of the terms was read and is accepted",
            body=("version",),
            body_name="TermsBody",
        ),
    ]


def _photo_routes(to: Forwarding, handlers: Accounts) -> list[Route]:
    return [
        to.route(
            "PUT /api/me/photo",
            pictures.SetPhoto,
            "Another photo of oneself: PNG, JPEG or WebP; kept as a small square",
            fill={"image": lambda call: call.image},
            body_is_image=True,
        ),
        to.route("DELETE /api/me/photo", pictures.DeletePhoto, "No photo any more"),
        Route(
            method="GET",
            path="/api/photos/<photo>",
            summary="A photo, by the id that the players list tells",
            handler=handlers.get_photo,
            answer=File,
            session=False,
            errors=pictures.GetPhoto.refusals,
        ),
    ]


def guest_routes(rpc: Rpc) -> list[Route]:
    """The operations of guest accounts."""
    to = Forwarding(rpc)
    return [
        to.route(
            "POST /api/guest",
            contract.EnterAsGuest,
            "Play without registering: open a guest account, or enter the one of a key",
            body=("adult", "key", "language", "terms"),
            body_name="GuestBody",
            status=201,
            session=False,
            attempt=True,
        ),
        to.route(
            "POST /api/me/register",
            contract.RegisterGuest,
            "Make a full account of one's guest account, which keeps its matches, ratings and friends",
            body=RegisterBody,
            fill={"form": _form},
            timeout_ms=HASHING_TIMEOUT_MS,
            status=201,
            attempt=True,
        ),
    ]


def _form(call: Call) -> accounts.Register:
    fields = msgspec.structs.asdict(call.body)
    fields |= {"device": call.device, "address": call.address, "device_class": call.device_class}
    return accounts.Register(**fields, site=call.home)


def for_full_accounts(routes: list[Route]) -> list[Route]:
    """The same routes, where those that change something are closed to guest accounts."""
    return [
        msgspec.structs.replace(route, guests=False) if route.session and route.method != "GET" else route
        for route in routes
    ]


class Exports(Forwarding):
    """Forwards to the lobby, which asks the other services."""

    def get_export(self, call: Call) -> privacy.Export | Refusal | None:
        """The state of the newest export; None if none was requested, which is no error here."""
        found = self.ask(call, privacy.GetExport(account=call.account_id), None)
        return None if isinstance(found, Refusal) and found.error == "export_unknown" else found


def privacy_routes(rpc: Rpc) -> list[Route]:
    """Export and erasure of one's own data."""
    to = Exports(rpc)
    return [
        to.route(
            "POST /api/me/export",
            privacy.AskExport,
            "Ask for everything that the platform keeps of one; services answer as soon as they can",
            status=202,
        ),
        Route(
            method="GET",
            path="/api/me/export",
            summary="How far the newest export is; null when none was asked for",
            handler=to.get_export,
            answer=privacy.Export | None,
        ),
        to.route("GET /api/me/export/file", privacy.DownloadExport, "The newest export, by service"),
        to.route(
            "POST /api/me/erasure",
            privacy.EraseAccount,
            "Erase the account and all that tells who it was; it cannot be undone",
            body=("password",),
            body_name="ErasureBody",
            timeout_ms=HASHING_TIMEOUT_MS,
            status=202,
            attempt=True,
        ),
        to.route(
            "GET /api/erasures/<receipt>",
            privacy.GetErasure,
            "How far an erasure is, for who holds its receipt",
            invalid="erasure_unknown",
            session=False,
        ),
    ]
