"""TLS to the broker for the AMQP library's connections: its certificate must be one we trust, and name its host.

Left to itself the library verifies who signed the certificate and not whose it is: whoever has any certificate of the
same authority could stand between a process and the broker.
"""

import ssl
from typing import Any
from urllib.parse import urlsplit


def tls_options(broker_url: str) -> dict[str, Any] | None:
    """What the library takes as `ssl`, for `amqps`; None: no TLS. Authorities are the system's (`SSL_CERT_FILE`)."""
    parts = urlsplit(broker_url)
    if parts.scheme != "amqps":
        return None
    return {"server_hostname": parts.hostname or "localhost", "cert_reqs": ssl.CERT_REQUIRED}
