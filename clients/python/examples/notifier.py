"""Takes events from a webhook and keeps each once, whatever comes twice. What it has answered for is in its file, an
SQLite database, so that it may be killed at any moment; what is new it says too.

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
from typing import Any

TOLERANCE_S = 300
BODY_BYTES_MAX = 1_000_000


SCHEMA = """
CREATE TABLE IF NOT EXISTS events (
    id TEXT UNIQUE, cursor TEXT, topic TEXT, data TEXT, times INTEGER NOT NULL DEFAULT 1
);
"""


class Kept:
    """The events, in the order in which they came; `times`: how often."""

    def __init__(self, file: str) -> None:
        """Open the file, or create it."""
        self._database = sqlite3.connect(file)
        self._database.execute(SCHEMA)

    def keep(self, id: str, event: dict[str, Any]) -> bool:
        """Process an event, which here only means to store it, with its id; whether it came for the first time."""
        line = (id, event["cursor"], event["type"], json.dumps(event["data"], ensure_ascii=False))
        again = "ON CONFLICT (id) DO UPDATE SET times = times + 1"
        with self._database:
            insert = f"INSERT INTO events (id, cursor, topic, data) VALUES (?, ?, ?, ?) {again} RETURNING times"
            return bool(self._database.execute(insert, line).fetchone()[0] == 1)


def is_signed(secret: str, id: str, timestamp: str, signatures: str, body: bytes) -> bool:
    """Whether one of the signatures is of this secret, and made within the last minutes."""
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > TOLERANCE_S:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signature = hmac.new(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = f"v1,{base64.b64encode(signature).decode()}"
    return any(hmac.compare_digest(expected.encode(), each.encode()) for each in signatures.split(" "))


class Notifier(BaseHTTPRequestHandler):
    """Answers 204 to what it has kept, so that the next event may come; 401 to what is not signed."""

    secret: str
    kept: Kept

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
            event = json.loads(body)
            if self.kept.keep(id, event):
                print(event["cursor"], event["type"], json.dumps(event["data"], ensure_ascii=False), flush=True)
            self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Requests are not logged."""


if __name__ == "__main__":
    port, Notifier.secret, *file = sys.argv[1:]
    Notifier.kept = Kept(file[0] if file else "events.db")
    HTTPServer(("127.0.0.1", int(port)), Notifier).serve_forever()
