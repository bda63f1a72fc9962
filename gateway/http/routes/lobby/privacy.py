"""Export and erasure of one's own data."""

from gateway.http.operations.forwarding import HASHING_TIMEOUT_MS, Forwarding
from gateway.http.operations.route import Call, Route
from gateway.rpc import Rpc
from services.contracts.lobby.accounts import privacy
from services.kernel.refusal import Refusal


class Exports(Forwarding):
    """Forwards to the lobby, which asks the other services."""

    def get_export(self, call: Call) -> privacy.Export | Refusal | None:
        """The state of the newest export; None if none was requested, which is no error here."""
        found = self.ask(call, privacy.GetExport(account=call.account_id), None)
        return None if isinstance(found, Refusal) and found.error == "export_unknown" else found


def privacy_routes(rpc: Rpc) -> list[Route]:
    """Every operation."""
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
