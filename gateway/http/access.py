"""Access to one's account: e-mail address, forgotten passwords, sessions, the second factor."""

from typing import Any

from gateway.http.accounts import HASHING_TIMEOUT_MS
from gateway.http.request_bodies import Body, Nothing
from gateway.http.routes import Call, Route
from gateway.rpc import Rpc
from services.contracts import access
from services.kernel.refusal import Refusal

_MAIL_ERRORS = ("mail_off",)
_PASSWORD_ERRORS = ("login_locked", "password_wrong")
_CODE_ERRORS = ("login_locked", "second_factor_wrong", "second_factor_off")


class LinkBody(Body, frozen=True, kw_only=True):
    """The secret of a link that came by mail."""

    link: access.Secret


class EmailBody(Body, frozen=True, kw_only=True):
    """Another address, and the password, asked again."""

    password: str
    email: str


class ForgottenBody(Body, frozen=True, kw_only=True):
    """Whose password was forgotten."""

    email: str


class ResetBody(Body, frozen=True, kw_only=True):
    """The secret of a link, and the new password."""

    link: access.Secret
    new: str


class FactorBody(Body, frozen=True, kw_only=True):
    """The password, asked again before a second factor is set up."""

    password: str


class CodeBody(Body, frozen=True, kw_only=True):
    """A code of the application, or a recovery code."""

    code: access.Secret


class AccessHandlers:
    """Handlers of access to accounts; the lobby decides."""

    def __init__(self, rpc: Rpc) -> None:
        """`rpc` asks the lobby."""
        self._rpc = rpc

    def get_access(self, call: Call) -> access.Access | Refusal:
        """The account's e-mail address, second factor and sessions."""
        return self._rpc.call(access.GetAccess(token=call.token, device=call.device))

    def end_sessions(self, call: Call) -> Nothing | Refusal:
        """End every session of the account."""
        return _done(self._rpc.call(access.EndSessions(token=call.token, address=call.address)))

    def ask_confirmation(self, call: Call) -> access.MailSent | Refusal:
        """Send the confirmation link again."""
        return self._rpc.call(access.AskConfirmation(token=call.token))

    def confirm_email(self, call: Call) -> Nothing | Refusal:
        """Confirm the address with the secret of the link."""
        body: LinkBody = call.body
        return _done(self._rpc.call(access.ConfirmEmail(link=body.link, address=call.address)))

    def change_email(self, call: Call) -> access.MailSent | Refusal:
        """Change the address."""
        body: EmailBody = call.body
        asked = access.ChangeEmail(token=call.token, password=body.password, email=body.email)
        return self._rpc.call(asked, timeout_ms=HASHING_TIMEOUT_MS)

    def forgot_password(self, call: Call) -> access.MailSent | Refusal:
        """Send a link for a forgotten password, if an account has the address."""
        body: ForgottenBody = call.body
        return self._rpc.call(access.ForgotPassword(email=body.email, address=call.address))

    def reset_password(self, call: Call) -> Nothing | Refusal:
        """Set a new password with the secret of the link."""
        body: ResetBody = call.body
        asked = access.ResetPassword(link=body.link, new=body.new, address=call.address)
        return _done(self._rpc.call(asked, timeout_ms=HASHING_TIMEOUT_MS))

    def begin_factor(self, call: Call) -> access.FactorKey | Refusal:
        """Begin to set up the second factor: its secret."""
        body: FactorBody = call.body
        asked = access.BeginFactor(token=call.token, password=body.password)
        return self._rpc.call(asked, timeout_ms=HASHING_TIMEOUT_MS)

    def confirm_factor(self, call: Call) -> access.RecoveryCodes | Refusal:
        """Switch the second factor on."""
        body: CodeBody = call.body
        return self._rpc.call(access.ConfirmFactor(token=call.token, code=body.code, address=call.address))

    def end_factor(self, call: Call) -> Nothing | Refusal:
        """Switch the second factor off."""
        body: CodeBody = call.body
        return _done(self._rpc.call(access.EndFactor(token=call.token, code=body.code, address=call.address)))


def _done(answer: Any) -> Nothing | Refusal:
    return answer if isinstance(answer, Refusal) else Nothing()


def access_routes(handlers: AccessHandlers) -> list[Route]:
    """Every operation, with its handler."""
    return [*_session_routes(handlers), *_mail_routes(handlers), *_password_routes(handlers), *_factor_routes(handlers)]


def _session_routes(handlers: AccessHandlers) -> list[Route]:
    return [
        Route(
            method="GET",
            path="/api/me/access",
            summary="How one's account is got into: address, second factor, the last sessions",
            handler=handlers.get_access,
            answer=access.Access,
        ),
        Route(
            method="DELETE",
            path="/api/me/sessions",
            summary="End every session of one's account, this one too, and forget its devices",
            handler=handlers.end_sessions,
            answer=Nothing,
        ),
    ]


def _mail_routes(handlers: AccessHandlers) -> list[Route]:
    return [
        Route(
            method="POST",
            path="/api/me/email/confirmation",
            summary="Send the link that confirms one's address once more",
            handler=handlers.ask_confirmation,
            answer=access.MailSent,
            errors=(*_MAIL_ERRORS, "already_confirmed"),
        ),
        Route(
            method="POST",
            path="/api/me/email",
            summary="Ask for another address; it counts once the link that is sent there was followed",
            handler=handlers.change_email,
            body=EmailBody,
            answer=access.MailSent,
            attempt=True,
            errors=(*_MAIL_ERRORS, *_PASSWORD_ERRORS, "email_invalid"),
        ),
        Route(
            method="POST",
            path="/api/email/confirm",
            summary="The link of a mail was followed: the address is confirmed, or becomes that of the account",
            handler=handlers.confirm_email,
            body=LinkBody,
            answer=Nothing,
            session=False,
            attempt=True,
            errors=("link_invalid", "email_taken"),
        ),
    ]


def _password_routes(handlers: AccessHandlers) -> list[Route]:
    return [
        Route(
            method="POST",
            path="/api/password/forgotten",
            summary="Send a link that sets a new password; the same answer for an address that nobody has",
            handler=handlers.forgot_password,
            body=ForgottenBody,
            answer=access.MailSent,
            session=False,
            attempt=True,
            errors=_MAIL_ERRORS,
        ),
        Route(
            method="POST",
            path="/api/password/reset",
            summary="Set a new password by the link of a mail; every session ends",
            handler=handlers.reset_password,
            body=ResetBody,
            answer=Nothing,
            session=False,
            attempt=True,
            errors=("link_invalid", "password_weak"),
        ),
    ]


def _factor_routes(handlers: AccessHandlers) -> list[Route]:
    return [
        Route(
            method="POST",
            path="/api/me/second-factor",
            summary="Begin to set up a second factor",
            handler=handlers.begin_factor,
            body=FactorBody,
            answer=access.FactorKey,
            attempt=True,
            errors=(*_PASSWORD_ERRORS, "second_factor_on"),
        ),
        Route(
            method="POST",
            path="/api/me/second-factor/confirm",
            summary="Switch it on by its first code; answers the recovery codes, once",
            handler=handlers.confirm_factor,
            body=CodeBody,
            answer=access.RecoveryCodes,
            attempt=True,
            errors=_CODE_ERRORS,
        ),
        Route(
            method="POST",
            path="/api/me/second-factor/end",
            summary="Switch it off by a code",
            handler=handlers.end_factor,
            body=CodeBody,
            answer=Nothing,
            attempt=True,
            errors=_CODE_ERRORS,
        ),
    ]
