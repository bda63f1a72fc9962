"""A line on which everything takes its time: what shows tests that do not wait for what they build on.

On a quiet machine a request arrives before a test looks for it, on a busy one after. With `KAFENEIO_SLOW_LINE_MS=150`
every request, every reply to one, and every frame of the page is that much late, in its order, so that a test which
looks at once for what has to travel first fails each time, and not once in a hundred runs (`make test-slow-line`).
"""

import os

from playwright.sync_api import BrowserContext

DELAY_MS = int(os.environ.get("KAFENEIO_SLOW_LINE_MS", "0"))
_FRAMES_LATER = """
((delayMs) => {
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (frame) {
        setTimeout(() => { if (this.readyState === WebSocket.OPEN) send.call(this, frame); }, delayMs);
    };
})
"""


def slow_down(context: BrowserContext) -> None:
    """Frames of this context's pages are late, where that is asked for; requests are late at the site."""
    if DELAY_MS > 0:
        context.add_init_script(f"{_FRAMES_LATER}({DELAY_MS})")
