"""Messages from the Administrator: players read their own, staff write them."""

from gateway.http.request_bodies import MessageBody
from gateway.http.routes import Call
from gateway.rpc import Rpc
from services.contracts import lobby, moderation
from services.kernel.refusal import Refusal


class Messages:
    """Handlers of these messages; moderation decides who may write."""

    def __init__(self, rpc: Rpc) -> None:
        """`rpc` asks moderation, and the lobby for accounts by name."""
        self._rpc = rpc

    def list_messages(self, call: Call) -> moderation.AdminMessages | Refusal:
        """One's own messages."""
        assert call.account is not None
        return self._rpc.call(moderation.ListMessages(account=call.account_id, since_ms=call.account.created_at_ms))

    def read_message(self, call: Call) -> moderation.AdminMessage | Refusal:
        """A message was opened."""
        return self._rpc.call(moderation.ReadMessage(account=call.account_id, message=call.path["message"]))

    def acknowledge_message(self, call: Call) -> moderation.AdminMessage | Refusal:
        """A message was acknowledged."""
        return self._rpc.call(moderation.AcknowledgeMessage(account=call.account_id, message=call.path["message"]))

    def send_message(self, call: Call) -> moderation.AdminMessage | Refusal:
        """Send a message to the player of this name, or to everybody."""
        body: MessageBody = call.body
        reader = self._account_of(body.to)
        if isinstance(reader, Refusal):
            return reader
        return self._rpc.call(
            moderation.SendMessage(
                account=call.account_id,
                id=body.id,
                to=reader,
                kind=body.kind,
                subject=body.subject,
                body=body.body,
            )
        )

    def _account_of(self, name: str | None) -> str | Refusal | None:
        if name is None:
            return None
        found = self._rpc.call(lobby.GetPlayer(name=name))
        return found if isinstance(found, Refusal) else found.account
