"""The entrypoints of passkeys (RULES.md §26)."""

from typing import Any

from services.contracts.base import Done
from services.contracts.lobby.accounts import passkeys as contract
from services.contracts.lobby.accounts.accounts import Session
from services.contracts.lobby.accounts.passkey_parts import NewPasskey, PasskeyChallenge, PasskeyLine
from services.kernel.refusal import Refusal
from services.lobby.access import login
from services.lobby.access.passkeys import use_cases as passkeys
from services.lobby.accounts import registration
from services.platform.hosting.rpc import rpc


class PasskeyRequests:
    """A part of the lobby's service class."""

    app: Any

    @rpc(contract.GetPasskeySite)
    def get_passkey_site(self, request: contract.GetPasskeySite) -> contract.PasskeySite:
        """Where passkeys are taken."""
        return passkeys.get_site(request)

    @rpc(contract.OfferRegistration)
    def offer_registration(self, request: contract.OfferRegistration) -> NewPasskey | Refusal:
        """Begin to register with a passkey."""
        return self.app.ports.run(registration.offer_registration, request)

    @rpc(contract.OfferSignIn)
    def offer_sign_in(self, request: contract.OfferSignIn) -> PasskeyChallenge | Refusal:
        """Begin to sign in with a passkey."""
        return self.app.ports.run(passkeys.offer_sign_in, request)

    @rpc(contract.SignInByPasskey)
    def sign_in_by_passkey(self, request: contract.SignInByPasskey) -> Session | Refusal:
        """Open a session."""
        return login.sign_in_by_passkey(self.app.ports, request)

    @rpc(contract.OfferProof)
    def offer_proof(self, request: contract.OfferProof) -> PasskeyChallenge | Refusal:
        """Begin to show a passkey in an open session."""
        return self.app.ports.run(passkeys.offer_proof, request)

    @rpc(contract.ProvePasskey)
    def prove_passkey(self, request: contract.ProvePasskey) -> Done | Refusal:
        """Show a passkey in an open session."""
        return self.app.ports.run(passkeys.prove_passkey, request)

    @rpc(contract.OfferPasskey)
    def offer_passkey(self, request: contract.OfferPasskey) -> NewPasskey | Refusal:
        """Begin to add a passkey."""
        return passkeys.offer_passkey(self.app.ports, request)

    @rpc(contract.AddPasskey)
    def add_passkey(self, request: contract.AddPasskey) -> PasskeyLine | Refusal:
        """Add a passkey."""
        return self.app.ports.run(passkeys.add_passkey, request)

    @rpc(contract.RenamePasskey)
    def rename_passkey(self, request: contract.RenamePasskey) -> PasskeyLine | Refusal:
        """Rename a passkey."""
        return self.app.ports.run(passkeys.rename_passkey, request)

    @rpc(contract.RemovePasskey)
    def remove_passkey(self, request: contract.RemovePasskey) -> Done | Refusal:
        """Remove a passkey."""
        return passkeys.remove_passkey(self.app.ports, request)
