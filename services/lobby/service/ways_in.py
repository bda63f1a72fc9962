"""The entrypoints of other ways in than a person's password: OpenID providers, personal tokens, bot accounts, programs
of others, passes of other cells (RULES.md §12, §13, §19, §27, §29); passkeys.py has those of passkeys."""

from typing import Any

from services.contracts.base import Done
from services.contracts.lobby.accounts import access
from services.contracts.lobby.accounts import bots as bot_contract
from services.contracts.lobby.accounts import programs as program_contract
from services.contracts.lobby.accounts import providers as by_providers
from services.contracts.lobby.accounts import tokens as token_contract
from services.contracts.lobby.accounts import visits as contract
from services.contracts.lobby.accounts.accounts import Session
from services.contracts.lobby.accounts.provider_parts import ProviderLine
from services.kernel.refusal import Refusal
from services.lobby.access import login, ways_to_log_in
from services.lobby.access.providers import use_cases as providers
from services.lobby.bots import use_cases as bots
from services.lobby.programs import consent, exchange
from services.lobby.programs import use_cases as programs
from services.lobby.tokens import use_cases as tokens
from services.lobby.visits import use_cases as visits
from services.platform.hosting.rpc import rpc


class WayInRequests:
    """A part of the lobby's service class."""

    app: Any

    # --- providers ---

    @rpc(by_providers.ListProviders)
    def list_providers(self, request: by_providers.ListProviders) -> by_providers.Providers:
        """The providers that are offered."""
        return providers.list_providers(self.app.ports, request)

    @rpc(access.ListWaysIn)
    def list_ways_in(self, request: access.ListWaysIn) -> access.WaysIn | Refusal:
        """How an account is entered, by name alone."""
        return self.app.ports.run(ways_to_log_in.list_ways_in, request)

    @rpc(by_providers.StartProvider)
    def start_provider(self, request: by_providers.StartProvider) -> by_providers.ProviderAddress | Refusal:
        """Begin to sign in by a provider."""
        return providers.start(self.app.ports, request)

    @rpc(by_providers.ReturnFromProvider)
    def return_from_provider(self, request: by_providers.ReturnFromProvider) -> by_providers.ProviderReturn | Refusal:
        """The provider has sent the browser back."""
        return providers.come_back(self.app.ports, request)

    @rpc(by_providers.EnterByProvider)
    def enter_by_provider(self, request: by_providers.EnterByProvider) -> Session | Refusal:
        """Open a session."""
        return login.enter_by_provider(self.app.ports, request)

    @rpc(by_providers.LinkProvider)
    def link_provider(self, request: by_providers.LinkProvider) -> ProviderLine | Refusal:
        """Join an identity to the account."""
        return providers.link(self.app.ports, request)

    @rpc(by_providers.UnlinkProvider)
    def unlink_provider(self, request: by_providers.UnlinkProvider) -> Done | Refusal:
        """Take an identity away from the account."""
        return providers.unlink(self.app.ports, request)

    @rpc(by_providers.ProveProvider)
    def prove_provider(self, request: by_providers.ProveProvider) -> Done | Refusal:
        """Show the identity again in an open session."""
        return self.app.ports.run(providers.prove, request)

    # --- personal tokens ---

    @rpc(token_contract.ListTokens)
    def list_tokens(self, request: token_contract.ListTokens) -> token_contract.PersonalTokens | Refusal:
        """The account's tokens."""
        return self.app.ports.run(tokens.list_tokens, request)

    @rpc(token_contract.MakeToken)
    def make_token(self, request: token_contract.MakeToken) -> token_contract.NewToken | Refusal:
        """Make a token."""
        return tokens.make_token(self.app.ports, request)

    @rpc(token_contract.RevokeToken)
    def revoke_token(self, request: token_contract.RevokeToken) -> Done | Refusal:
        """Revoke a token."""
        return self.app.ports.run(tokens.revoke_token, request)

    # --- bot accounts ---

    @rpc(bot_contract.ListBots)
    def list_bots(self, request: bot_contract.ListBots) -> bot_contract.Bots | Refusal:
        """The account's bots."""
        return self.app.ports.run(bots.list_bots, request)

    @rpc(bot_contract.MakeBot)
    def make_bot(self, request: bot_contract.MakeBot) -> bot_contract.BotLine | Refusal:
        """Make a bot account."""
        return bots.make_bot(self.app.ports, request)

    @rpc(bot_contract.CloseBot)
    def close_bot(self, request: bot_contract.CloseBot) -> Done | Refusal:
        """Close a bot account."""
        return bots.close_bot(self.app.ports, request)

    # --- programs of others ---

    @rpc(program_contract.ListPrograms)
    def list_programs(self, request: program_contract.ListPrograms) -> program_contract.Programs | Refusal:
        """The account's programs, and those it has allowed."""
        return self.app.ports.run(programs.list_programs, request)

    @rpc(program_contract.RegisterProgram)
    def register_program(self, request: program_contract.RegisterProgram) -> program_contract.NewProgram | Refusal:
        """Register a program."""
        return self.app.ports.run(programs.register, request)

    @rpc(program_contract.RemoveProgram)
    def remove_program(self, request: program_contract.RemoveProgram) -> Done | Refusal:
        """Remove a program."""
        return self.app.ports.run(programs.remove, request)

    @rpc(program_contract.EndAllowance)
    def end_allowance(self, request: program_contract.EndAllowance) -> Done | Refusal:
        """Allow a program nothing any more."""
        return self.app.ports.run(programs.end_allowance, request)

    @rpc(program_contract.AskConsent)
    def ask_consent(self, request: program_contract.AskConsent) -> program_contract.Consent | Refusal:
        """What a program asks for."""
        return self.app.ports.run(consent.ask_consent, request)

    @rpc(program_contract.DecideConsent)
    def decide_consent(self, request: program_contract.DecideConsent) -> program_contract.ConsentDecided | Refusal:
        """Allow or deny it."""
        return consent.decide_consent(self.app.ports, request)

    @rpc(program_contract.AskToken)
    def ask_token(self, request: program_contract.AskToken) -> program_contract.ProgramToken | Refusal:
        """A token for a program."""
        return self.app.ports.run(exchange.ask_token, request)

    @rpc(program_contract.RevokeProgramToken)
    def revoke_program_token(self, request: program_contract.RevokeProgramToken) -> Done | Refusal:
        """A program gives a token back."""
        return self.app.ports.run(exchange.give_back, request)


class VisitRequests:
    """Visits between cells, a part of the lobby's service class."""

    app: Any

    @rpc(contract.ListCells)
    def list_cells(self, _request: contract.ListCells) -> contract.Cells:
        """The cells that can be visited."""
        return visits.list_cells(self.app.directory)

    @rpc(contract.IssuePass)
    def issue_pass(self, request: contract.IssuePass) -> contract.CellPass | Refusal:
        """Sign a pass to another cell."""
        return visits.issue_pass(self.app.ports, self.app.directory, request)

    @rpc(contract.BeginVisit)
    def begin_visit(self, request: contract.BeginVisit) -> Session | Refusal:
        """Open a session for a pass of another cell."""
        return visits.begin_visit(self.app.ports, self.app.directory, request)

    @rpc(contract.GetVisit)
    def get_visit(self, request: contract.GetVisit) -> contract.Visit | Refusal:
        """The visit of an account."""
        return self.app.ports.run(visits.get_visit, self.app.directory, request)
