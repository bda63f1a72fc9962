"""Registration, login, logout, and the data of one's own account."""

from gateway.http.request_bodies import (
    LanguageBody,
    LoginBody,
    Me,
    Nothing,
    PasswordBody,
    RegisterBody,
    Statistics,
    TermsBody,
)
from gateway.http.routes import Call, File
from gateway.rpc import Cached, Rpc
from services.contracts import lobby, pictures, ranking, recordings, wallet
from services.kernel.refusal import Refusal

HASHING_TIMEOUT_MS = 30_000
"""The time limit of requests that hash a password: they have already waited in the login queue (rest.py)."""
_TERMS_AGE_S = 5.0
_PHOTO_AGE_S = 86_400
_PHOTO_ID_LENGTH_MAX = 64


class Accounts:
    """Handlers of register, login, logout and me."""

    def __init__(self, rpc: Rpc, players: Cached[lobby.Players]) -> None:
        """`players`: the players list, which contains everybody's table."""
        self._rpc = rpc
        self._players = players
        self._terms = Cached(rpc, lobby.GetTerms(), _TERMS_AGE_S)

    def register(self, call: Call) -> lobby.Session | Refusal:
        """Create an account and log it in."""
        body: RegisterBody = call.body
        return self._rpc.call(
            lobby.Register(
                username=body.username,
                email=body.email,
                password=body.password,
                birth_date=body.birth_date,
                language=body.language,
                device=call.device,
                address=call.address,
                code=body.code,
                channel=body.channel,
                terms=body.terms,
            ),
            timeout_ms=HASHING_TIMEOUT_MS,
        )

    def login(self, call: Call) -> lobby.Session | Refusal:
        """Log in: a new session."""
        body: LoginBody = call.body
        asked = lobby.LogIn(
            username=body.username,
            password=body.password,
            device=call.device,
            address=call.address,
            code=body.code,
        )
        return self._rpc.call(asked, timeout_ms=HASHING_TIMEOUT_MS)

    def logout(self, call: Call) -> Nothing | Refusal:
        """Log out: end the session."""
        answer = self._rpc.call(lobby.LogOut(token=call.token))
        return answer if isinstance(answer, Refusal) else Nothing()

    def change_password(self, call: Call) -> lobby.Token | Refusal:
        """Change the password; this session continues with another token."""
        body: PasswordBody = call.body
        asked = lobby.ChangePassword(token=call.token, current=body.current, new=body.new, address=call.address)
        return self._rpc.call(asked, timeout_ms=HASHING_TIMEOUT_MS)

    def renew_token(self, call: Call) -> lobby.Token | Refusal:
        """Replace the token of this session."""
        return self._rpc.call(lobby.RenewToken(token=call.token))

    def change_language(self, call: Call) -> lobby.Account | Refusal:
        """Change the language."""
        body: LanguageBody = call.body
        return self._rpc.call(lobby.ChangeLanguage(token=call.token, language=body.language))

    def get_terms(self, _call: Call) -> lobby.Terms | Refusal:
        """The posted version of the terms and those before it."""
        return self._terms.get()

    def accept_terms(self, call: Call) -> Nothing | Refusal:
        """Accept the posted version of the terms."""
        body: TermsBody = call.body
        answer = self._rpc.call(lobby.AcceptTerms(token=call.token, version=body.version))
        return answer if isinstance(answer, Refusal) else Nothing()

    def me(self, call: Call) -> Me | Refusal:
        """The account that asks."""
        account = call.account_id
        balance = self._rpc.call(wallet.GetBalance(account=account))
        if isinstance(balance, Refusal):
            if balance.error != "account_unknown":
                return balance
            balance = wallet.Balance(account=account, chips=0)  # registered a moment ago, and not in the list yet
        ratings = self._rpc.call(ranking.GetRatings(accounts=[account]))
        if isinstance(ratings, Refusal):
            return ratings
        rating = ratings.ratings[0]
        assert call.account is not None
        return Me(
            account=call.account,
            chips=balance.chips,
            elo=rating.rating,
            games=rating.games,
            table=self._table_of(account),
        )

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

    # --- how one looks ---

    def set_photo(self, call: Call) -> pictures.Photo | Refusal:
        """Set the photo."""
        return self._rpc.call(pictures.SetPhoto(account=call.account_id, image=call.image))

    def delete_photo(self, call: Call) -> Nothing | Refusal:
        """Remove the photo."""
        answer = self._rpc.call(pictures.DeletePhoto(account=call.account_id))
        return answer if isinstance(answer, Refusal) else Nothing()

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
