import { useEffect, useState } from "react";
import { serverClock } from "kafeneio-client";

/** The server's time, renewed `everyMs` while `running`. */
export function useServerNow(running: boolean, everyMs = 250): number {
  const [now, setNow] = useState(() => serverClock.nowMs());
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(serverClock.nowMs()), everyMs);
    return () => clearInterval(timer);
  }, [running, everyMs]);
  return now;
}

/** Whole seconds that are left until a moment of the server's time; never below 0. */
export function useSecondsLeft(untilMs: number | null): number {
  const now = useServerNow(untilMs !== null);
  return untilMs === null ? 0 : Math.max(0, Math.ceil((untilMs - now) / 1000));
}
