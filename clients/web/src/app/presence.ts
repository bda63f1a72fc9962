/** What the browser reports of the page and its user: seen again, awake, another network, touched. */

/** As often as the person's touches are reported: inactivity ends a session after a minute at the earliest. */
const REPORT_MS = 30_000;
const TOUCHES = ["pointerdown", "keydown", "wheel", "touchmove"];

interface Link {
  /** Finds out at once whether the connection is still there. `isOnline`: the browser has a network again. */
  wake(isOnline?: boolean): void;
  /** The browser has no network. */
  cut(): void;
  acted(): void;
}

/** Network Information is not in every browser, and so not in the types. */
type WithConnection = Navigator & { connection?: EventTarget };

/** Listens from now on; returns the function that stops it. */
export function watchPresence(link: Link): () => void {
  const stop = new AbortController();
  const on = (target: EventTarget | undefined, kind: string, run: () => void, passive = false) =>
    target?.addEventListener(kind, run, { signal: stop.signal, passive, capture: passive });
  const wake = () => link.wake();
  on(document, "visibilitychange", () => document.visibilityState === "visible" && link.wake());
  on(document, "resume", wake);
  for (const kind of ["pageshow", "focus"]) on(window, kind, wake);
  on(window, "online", () => link.wake(true));
  on((navigator as WithConnection).connection, "change", wake);
  on(window, "offline", () => link.cut());
  let reportedMs = -Infinity;
  const touched = () => {
    if (performance.now() - reportedMs < REPORT_MS) return;
    reportedMs = performance.now();
    link.acted();
  };
  for (const kind of TOUCHES) on(window, kind, touched, true);
  return () => stop.abort();
}
