import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { serverClock } from "kafeneio-client";

/** How often a clock looks at the time: so late may the next second be seen. */
const LOOK_MS = 250;

const nothing = () => undefined;

/** The server's time, renewed `everyMs` while `running`. */
export function useServerNow(running: boolean, everyMs: number): number {
  const [now, setNow] = useState(() => serverClock.nowMs());
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(serverClock.nowMs()), everyMs);
    return () => clearInterval(timer);
  }, [running, everyMs]);
  return now;
}

/**
 * What `read` makes of the server's time, looked at again while `running`. Only when that changes is anything
 * drawn anew: a clock that is drawn for every look keeps the processor of a phone busy for as long as a table waits.
 */
export function useServerReading<T extends number | boolean>(running: boolean, read: (nowMs: number) => T): T {
  const subscribe = useCallback(
    (look: () => void) => {
      if (!running) return nothing;
      const timer = setInterval(look, LOOK_MS);
      return () => clearInterval(timer);
    },
    [running],
  );
  return useSyncExternalStore(subscribe, () => read(serverClock.nowMs()));
}

/** Whole seconds that are left until a moment of the server's time; never below 0. */
export function useSecondsLeft(untilMs: number | null): number {
  return useServerReading(untilMs !== null, (nowMs) => secondsLeft(untilMs === null ? 0 : untilMs - nowMs));
}

/** A second that has begun counts whole; never below 0. */
export function secondsLeft(leftMs: number): number {
  return Math.max(0, Math.ceil(leftMs / 1000));
}
