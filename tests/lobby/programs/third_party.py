"""A program of another's, as tests let it ask: it knows its id, its verifier, and what it was sent."""

import base64
import hashlib
from typing import Any
from urllib.parse import parse_qs, urlsplit

from services.contracts.lobby.accounts import accounts, programs
from services.kernel.refusal import Refusal
from tests.lobby.local_lobby import PASSWORD, Here, LocalLobby

SITE = "https://play.example"
BACK = "https://club.example/back"
HERE = "http://127.0.0.1/back"
VERIFIER = "verifier-" + "v" * 43


def challenge_of(verifier: str) -> str:
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def register(lobby: LocalLobby, owner: Here, **fields: Any) -> Any:
    form = {"name": "Club board", "homepage": "https://club.example/", "redirects": [BACK, HERE]} | fields
    return lobby.ask(programs.RegisterProgram(token=owner.token, **form))


class Third:
    """A registered program."""

    def __init__(self, lobby: LocalLobby, owner: Here, **fields: Any) -> None:
        self.lobby = lobby
        made = register(lobby, owner, **fields)
        assert isinstance(made, programs.NewProgram), made
        self.id, self.secret = made.line.program, made.secret

    def question(self, **fields: str) -> dict[str, str]:
        """What it asks a person for."""
        return {
            "client_id": self.id,
            "redirect_uri": BACK,
            "response_type": "code",
            "scope": "read chat",
            "state": "s t@te/1",
            "code_challenge": challenge_of(VERIFIER),
            "code_challenge_method": "S256",
        } | fields

    def asks(self, who: Here, **fields: str) -> Any:
        """The consent page asks."""
        return self.lobby.ask(programs.AskConsent(token=who.token, home=SITE, **self.question(**fields)))

    def decided(self, who: Here, *, allow: bool = True, password: str = PASSWORD, **fields: str) -> Any:
        """The person decides."""
        asked = programs.DecideConsent(
            token=who.token, home=SITE, allow=allow, password=password, **self.question(**fields)
        )
        return self.lobby.ask(asked)

    def code(self, who: Here, **fields: str) -> str:
        """A code, by a person who allows it."""
        return said(self.decided(who, **fields).location)["code"]

    def ask(self, **fields: str) -> Any:
        """The token endpoint."""
        form = {"client_id": self.id} | ({"client_secret": self.secret} if self.secret else {}) | fields
        return self.lobby.ask(programs.AskToken(**form))

    def exchange(self, code: str, **fields: str) -> Any:
        form = {"code": code, "redirect_uri": BACK, "code_verifier": VERIFIER} | fields
        return self.ask(grant_type="authorization_code", **form)

    def refresh(self, token: str, **fields: str) -> Any:
        return self.ask(grant_type="refresh_token", refresh_token=token, **fields)

    def tokens(self, who: Here, **fields: str) -> programs.ProgramToken:
        """Its first tokens, by a person who allows it."""
        found = self.exchange(self.code(who, **fields))
        assert isinstance(found, programs.ProgramToken), found
        return found

    def give_back(self, token: str, **fields: str) -> Any:
        form = {"client_id": self.id} | ({"client_secret": self.secret} if self.secret else {}) | fields
        return self.lobby.ask(programs.RevokeProgramToken(revoked=token, **form))

    def opens(self, access_token: str, operation: str = "GET /api/me") -> bool:
        """Whether an access token opens something."""
        return not isinstance(self.lobby.ask(accounts.WhoIs(token=access_token, operation=operation)), Refusal)


def said(location: str) -> dict[str, str]:
    """What an address says, each once."""
    return {name: value for name, (value,) in parse_qs(urlsplit(location).query, strict_parsing=True).items()}
