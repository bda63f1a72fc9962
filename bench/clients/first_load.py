"""How much a browser loads before the first page can be used, and how long that takes on a slow line.

By hand, after `make web`: `python -m bench.clients.first_load`. A platform of its own is opened in Chromium with an
empty
cache and the line of "fast 3G" (1.6 Mbit/s down, 768 kbit/s up, 150 ms there and back). Interactive is when the button
that begins a game can be pressed; `bytes` include fonts. The last line is JSON: `{"bytes", "requests",
"interactive_ms"}`. Exit code 1 if it takes longer than it should.
"""

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import CDPSession, Page

from tests.e2e.house import House
from tests.support.chromium import launched

DOWN_BYTES_S = 1_600_000 // 8
UP_BYTES_S = 768_000 // 8
ROUND_TRIP_MS = 150
INTERACTIVE_MS_MAX = 3_000


def measure(page: Page, url: str) -> dict[str, int]:
    """One first visit."""
    session: CDPSession = page.context.new_cdp_session(page)
    session.send("Network.enable")
    line = {"downloadThroughput": DOWN_BYTES_S, "uploadThroughput": UP_BYTES_S, "latency": ROUND_TRIP_MS}
    session.send("Network.emulateNetworkConditions", {"offline": False, **line})
    sizes: list[int] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    began_s = time.monotonic()
    page.goto(url, wait_until="commit")
    page.locator("section button[data-kind=action]:not([disabled])").first.wait_for()
    interactive_ms = round((time.monotonic() - began_s) * 1000)
    page.wait_for_load_state("networkidle")
    return {"bytes": sum(sizes), "requests": len(sizes), "interactive_ms": interactive_ms}


def main() -> int:
    """Measure some visits and print the median by time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=3)
    parser.add_argument("--locale", default="el", help="the browser's language: el, en, es")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        house = House(Path(folder)).open()
        try:
            visits = []
            for _ in range(asked.visits):
                context = browser.new_context(locale=asked.locale)
                visits.append(measure(context.new_page(), house.url))
                context.close()
        finally:
            house.kill()
    found = sorted(visits, key=lambda each: each["interactive_ms"])[len(visits) // 2]
    sys.stdout.write(json.dumps(found) + "\n")
    return int(found["interactive_ms"] > INTERACTIVE_MS_MAX)


if __name__ == "__main__":
    sys.exit(main())
