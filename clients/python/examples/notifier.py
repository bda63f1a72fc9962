"""Takes events from a webhook and says each once, whatever comes twice. It keeps the ids of those that it has said in a
file, so that it may be killed at any moment.

python notifier.py PORT SECRET [FILE]

SECRET is what `CreateWebhook` or `kafeneio webhooks create` has shown. It needs nothing but Python: the signature is
that of the Standard Webhooks specification, for which there are libraries in most languages.
"""

import base64
import hashlib
import hmac
import json
import sqlite3
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

TOLERANCE_S = 300
BODY_BYTES_MAX = 1_000_000


class Said:
    """The ids of the events that were said."""

    def __init__(self, file: str) -> None:
        """Open the file, or create it."""
        self._database = sqlite3.connect(file)
        self._database.execute("CREATE TABLE IF NOT EXISTS said (id TEXT PRIMARY KEY)")

    def is_new(self, id: str) -> bool:
        """Whether an event was not said yet; from now on it was."""
        with self._database:
            return self._database.execute("INSERT OR IGNORE INTO said VALUES (?)", (id,)).rowcount == 1


def is_signed(secret: str, id: str, timestamp: str, signatures: str, body: bytes) -> bool:
    """Whether one of the signatures is of this secret, and made within the last minutes."""
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > TOLERANCE_S:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signature = hmac.new(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = f"v1,{base64.b64encode(signature).decode()}"
    return any(hmac.compare_digest(expected.encode(), each.encode()) for each in signatures.split(" "))


class Notifier(BaseHTTPRequestHandler):
    """Answers 204 to what it has taken, so that the next event may come; 401 to what is not signed."""

    secret: str
    said: Said

    def do_POST(self) -> None:
        """One event."""
        length = int(self.headers.get("Content-Length", "0"))
        body = self.rfile.read(min(length, BODY_BYTES_MAX))
        id, timestamp, signatures = (
            self.headers.get(f"webhook-{each}", "") for each in ("id", "timestamp", "signature")
        )
        if not is_signed(self.secret, id, timestamp, signatures, body):
            self.send_response(401)
        else:
            if self.said.is_new(id):
                event = json.loads(body)
                print(event["cursor"], event["type"], json.dumps(event["data"], ensure_ascii=False), flush=True)
            self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Requests are not logged."""


if __name__ == "__main__":
    port, Notifier.secret, *file = sys.argv[1:]
    Notifier.said = Said(file[0] if file else "said.db")
    HTTPServer(("127.0.0.1", int(port)), Notifier).serve_forever()
