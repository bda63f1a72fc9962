"""Export and erasure of one's own data."""

from gateway.http.accounts import HASHING_TIMEOUT_MS
from gateway.http.request_bodies import ErasureBody
from gateway.http.routes import Call, Route
from gateway.rpc import Rpc
from services.contracts import privacy
from services.kernel.refusal import Refusal

_RECEIPT_LENGTH_MAX = 64
_ERASURE_ERRORS = (
    *("login_locked", "password_wrong", "escrow_open", "order_open", "ticket_open", "table_open"),
    "account_seated",
)


class Privacy:
    """Handlers of export and erasure."""

    def __init__(self, rpc: Rpc) -> None:
        """`rpc` asks the lobby, which asks the others."""
        self._rpc = rpc

    def ask_export(self, call: Call) -> privacy.Export | Refusal:
        """Begin an export."""
        return self._rpc.call(privacy.AskExport(account=call.account_id, address=call.address))

    def get_export(self, call: Call) -> privacy.Export | Refusal | None:
        """The state of the newest export; None if none was requested, which is no error here."""
        found = self._rpc.call(privacy.GetExport(account=call.account_id))
        return None if isinstance(found, Refusal) and found.error == "export_unknown" else found

    def download_export(self, call: Call) -> privacy.ExportFile | Refusal:
        """Download the finished export."""
        return self._rpc.call(privacy.DownloadExport(account=call.account_id))

    def erase_account(self, call: Call) -> privacy.Erasure | Refusal:
        """Order the erasure of the account."""
        body: ErasureBody = call.body
        asked = privacy.EraseAccount(token=call.token, password=body.password)
        return self._rpc.call(asked, timeout_ms=HASHING_TIMEOUT_MS)

    def get_erasure(self, call: Call) -> privacy.Erasure | Refusal:
        """The state of an erasure, by its receipt."""
        receipt = call.path["receipt"]
        if len(receipt) > _RECEIPT_LENGTH_MAX:
            return Refusal("erasure_unknown")
        return self._rpc.call(privacy.GetErasure(receipt=receipt))


def privacy_routes(handlers: Privacy) -> list[Route]:
    """Every operation, with its handler."""
    return [
        Route(
            method="POST",
            path="/api/me/export",
            summary="Ask for everything that the house keeps of one; services answer as soon as they can",
            handler=handlers.ask_export,
            answer=privacy.Export,
            status=202,
        ),
        Route(
            method="GET",
            path="/api/me/export",
            summary="How far the newest export is; null when none was asked for",
            handler=handlers.get_export,
            answer=privacy.Export | None,
        ),
        Route(
            method="GET",
            path="/api/me/export/file",
            summary="The newest export, by service",
            handler=handlers.download_export,
            answer=privacy.ExportFile,
            errors=("export_unknown", "export_not_ready"),
        ),
        Route(
            method="POST",
            path="/api/me/erasure",
            summary="Erase the account and all that tells who it was; it cannot be undone",
            handler=handlers.erase_account,
            body=ErasureBody,
            answer=privacy.Erasure,
            status=202,
            attempt=True,
            errors=_ERASURE_ERRORS,
        ),
        Route(
            method="GET",
            path="/api/erasures/<receipt>",
            summary="How far an erasure is, for who holds its receipt",
            handler=handlers.get_erasure,
            answer=privacy.Erasure,
            session=False,
            errors=("erasure_unknown",),
        ),
    ]
