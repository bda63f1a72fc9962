"""What staff do: who may, moderation says."""

from gateway.http.request_bodies import MuteBody
from gateway.http.routes import Call
from gateway.rpc import Rpc
from services.contracts import lobby, moderation
from services.kernel.refusal import Refusal


class Staff:
    """Handlers of what staff decide."""

    def __init__(self, rpc: Rpc) -> None:
        """`rpc` asks moderation, and the lobby who has a name."""
        self._rpc = rpc

    def mute_chat(self, call: Call) -> moderation.Mute | Refusal:
        """The player of this name may not chat for a while."""
        body: MuteBody = call.body
        player = self._rpc.call(lobby.GetPlayer(name=body.to))
        if isinstance(player, Refusal):
            return player
        return self._rpc.call(
            moderation.MuteChat(
                account=call.account_id, id=body.id, to=player.account, minutes=body.minutes, reason=body.reason
            )
        )
