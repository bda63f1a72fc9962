"""The entrypoints of RULES.md §8: e-mail, forgotten passwords, sessions, the second factor."""

from typing import Any

from services.contracts.base import Done
from services.contracts.lobby import access as contract
from services.contracts.lobby.security_log import NoteStaffRead
from services.kernel.refusal import Refusal
from services.lobby.access import email_addresses, forgotten_passwords, second_factor, ways_to_log_in
from services.lobby.access.security_log import staff_reads as security
from services.lobby.conduct.conduct_recheck import check_standing
from services.platform.hosting.rpc import rpc


class AccessRequests:
    """A part of the lobby's service class."""

    app: Any

    @rpc(contract.CheckStanding)
    def check_standing(self, request: contract.CheckStanding) -> Done | Refusal:
        """Whether moderation allows an account to play."""
        return check_standing(self.app.ports, [request.account]) or Done()

    @rpc(contract.GetAccess)
    def get_access(self, request: contract.GetAccess) -> contract.Access | Refusal:
        """The ways to log in to an account."""
        return self.app.ports.run(ways_to_log_in.get_access, request)

    @rpc(contract.EndSessions)
    def end_sessions(self, request: contract.EndSessions) -> Done | Refusal:
        """End every session of an account."""
        return self.app.ports.run(ways_to_log_in.end_sessions, request)

    @rpc(contract.AskConfirmation)
    def ask_confirmation(self, request: contract.AskConfirmation) -> contract.MailSent | Refusal:
        """Send the link that confirms an address once more."""
        return self.app.ports.run(email_addresses.ask_confirmation, request)

    @rpc(contract.ConfirmEmail)
    def confirm_email(self, request: contract.ConfirmEmail) -> Done | Refusal:
        """Confirm an address by its link."""
        return self.app.ports.run(email_addresses.confirm_email, request)

    @rpc(contract.ChangeEmail)
    def change_email(self, request: contract.ChangeEmail) -> contract.MailSent | Refusal:
        """Ask for another address."""
        return email_addresses.change_email(self.app.ports, request)

    @rpc(contract.ForgotPassword)
    def forgot_password(self, request: contract.ForgotPassword) -> contract.MailSent | Refusal:
        """Ask for a link that sets a new password."""
        return self.app.ports.run(forgotten_passwords.forgot_password, request)

    @rpc(contract.ResetPassword)
    def reset_password(self, request: contract.ResetPassword) -> Done | Refusal:
        """Set a new password."""
        return forgotten_passwords.reset_password(self.app.ports, request)

    @rpc(contract.BeginFactor)
    def begin_factor(self, request: contract.BeginFactor) -> contract.FactorKey | Refusal:
        """Begin to set up a second factor."""
        return second_factor.begin_factor(self.app.ports, request)

    @rpc(contract.ConfirmFactor)
    def confirm_factor(self, request: contract.ConfirmFactor) -> contract.RecoveryCodes | Refusal:
        """Switch the second factor on."""
        return self.app.ports.run(second_factor.confirm_factor, request)

    @rpc(NoteStaffRead)
    def note_staff_read(self, request: NoteStaffRead) -> Done:
        """Log that staff have read data about a player."""
        return self.app.ports.run(security.note_staff_read, request)

    @rpc(contract.EndFactor)
    def end_factor(self, request: contract.EndFactor) -> Done | Refusal:
        """Switch the second factor off."""
        return self.app.ports.run(second_factor.end_factor, request)
