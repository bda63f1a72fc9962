"""A line on which everything takes its time: what shows tests that do not wait for what they build on.

On a quiet machine a request arrives before a test looks for it, on a busy one after. With `KAFENEIO_SLOW_LINE_MS=150`
every request, every reply to one, and every frame to the page is that much late, in its order, so that a test which
looks at once for what has to travel first fails each time, and not once in a hundred runs (`make test-slow-line`).
Frames from the page are not: they reach the test's house before the next thing that the test asks of the page, however
busy it is. Nor does a test go on before the page has what `House.send` sends.
"""

import os

from playwright.sync_api import BrowserContext

DELAY_MS = int(os.environ.get("KAFENEIO_SLOW_LINE_MS", "0"))
_FRAMES_LATER = """
((delayMs) => {
    const wait = window.setTimeout.bind(window);
    const done = new WeakSet();

    function slowed(Socket) {
        if (!Socket || done.has(Socket)) return Socket;
        done.add(Socket);
        const { prototype } = Socket;
        const { addEventListener, removeEventListener } = prototype;
        const late = new WeakMap();
        prototype.addEventListener = function (kind, listener, options) {
            const heard = (event) => wait(() => { if (late.has(listener)) listener.call(this, event); }, delayMs);
            late.set(listener, heard);
            addEventListener.call(this, kind, heard, options);
        };
        prototype.removeEventListener = function (kind, listener, options) {
            removeEventListener.call(this, kind, late.get(listener), options);
            late.delete(listener);
        };
        for (const kind of ["open", "message", "close", "error"]) {
            const held = new WeakMap();
            Object.defineProperty(prototype, `on${kind}`, {
                get() { return held.get(this) ?? null; },
                set(listener) {
                    if (held.has(this)) this.removeEventListener(kind, held.get(this));
                    held.delete(this);
                    if (listener === null) return;
                    held.set(this, listener);
                    this.addEventListener(kind, listener);
                },
            });
        }
        return Socket;
    }

    // A test's own socket takes the browser's place after this has run; who was told of it before is told still.
    let current = slowed(WebSocket);
    const told = Object.getOwnPropertyDescriptor(window, "WebSocket");
    Object.defineProperty(window, "WebSocket", {
        configurable: true,
        get: told.get ?? (() => current),
        set: (Socket) => { current = slowed(Socket); told.set?.(current); },
    });
})
"""


def slow_down(context: BrowserContext) -> None:
    """Frames of this context's pages are late, where that is asked for; requests are late at the site."""
    if DELAY_MS > 0:
        context.add_init_script(f"{_FRAMES_LATER}({DELAY_MS})")
