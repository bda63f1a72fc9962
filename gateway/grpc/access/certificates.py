"""TLS of the front: certificate and key are read again when they have changed, so that a renewal needs no restart."""

import threading
from pathlib import Path

import grpc

from gateway.grpc.settings import GrpcSettings
from services.platform.process.logs import get_logger
from services.platform.process.settings import SettingsError

log = get_logger(__name__)


def server_credentials(settings: GrpcSettings) -> grpc.ServerCredentials:
    """Credentials that are read again when their files change. With an authority for clients, only clients with its
    certificates are accepted.

    Raises:
        SettingsError: a file cannot be read.
    """
    files = _Files(settings)
    return grpc.dynamic_ssl_server_credentials(
        files.configuration, files.configuration_if_changed, bool(settings.grpc_tls_client_authority)
    )


class _Files:
    """The files of the settings, and their contents as last read."""

    def __init__(self, settings: GrpcSettings) -> None:
        paths = (settings.grpc_tls_key, settings.grpc_tls_certificate, settings.grpc_tls_client_authority)
        self._paths = [Path(path) if path else None for path in paths]
        self._lock = threading.Lock()
        try:
            self._seen, self.configuration = self._read()
        except (OSError, ValueError) as error:
            raise SettingsError(f"KAFENEIO_GRPC_TLS_CERTIFICATE, _KEY, _CLIENT_AUTHORITY: {error}") from error

    def configuration_if_changed(self) -> grpc.ServerCertificateConfiguration | None:
        """The new configuration, or None; called at every handshake. Files that cannot be read, or of which only one
        has been renewed, leave the last certificate in use."""
        with self._lock:
            try:
                if self._stamps() == self._seen:
                    return None
                self._seen, self.configuration = self._read()
            except (OSError, ValueError) as error:
                log.warning("grpc_certificate_unreadable", error=str(error))
                return None
        log.info("grpc_certificate_renewed")
        return self.configuration

    def _stamps(self) -> list[int]:
        return [path.stat().st_mtime_ns for path in self._paths if path is not None]

    def _read(self) -> tuple[list[int], grpc.ServerCertificateConfiguration]:
        stamps = self._stamps()
        key, chain, authority = (None if path is None else path.read_bytes() for path in self._paths)
        return stamps, grpc.ssl_server_certificate_configuration([(key, chain)], authority)
