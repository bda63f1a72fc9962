import { useCallback, useEffect, useRef, useState } from "react";
import { refusal } from "../../app/useRequest";

const PAUSE_MS = 1_500;
const PAUSE_EACH_MS = 15;

/** How long a page of a competition waits before it asks again: the more may look at it, the longer. */
export function pauseMs(entrants: number): number {
  return Math.max(PAUSE_MS, entrants * PAUSE_EACH_MS);
}

interface Held<A> {
  value: A | null;
  refused: string | null;
}

/**
 * Asks when the page comes and again whenever `stamp` changes, once in `pause` at most, but at once when `trigger`
 * changes: something for oneself, or another page; `ask` again by oneself too.
 */
export function useRefreshed<A>(
  ask: () => Promise<A>,
  stamp: string,
  pause = PAUSE_MS,
  trigger: number | string = 0,
): [A | null, string | null, () => Promise<void>] {
  const [held, setHeld] = useState<Held<A>>({ value: null, refused: null });
  const askedAt = useRef(0);
  const before = useRef(trigger);
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  const load = useCallback(async () => {
    askedAt.current = Date.now();
    try {
      const value = await latest.current();
      setHeld({ value, refused: null });
    } catch (error) {
      setHeld((old) => ({ ...old, refused: refusal(error).code }));
    }
  }, []);
  useEffect(() => {
    const isTriggered = before.current !== trigger;
    before.current = trigger;
    const waitMs = isTriggered ? 0 : Math.max(0, askedAt.current + pause - Date.now());
    const timer = setTimeout(() => void load(), waitMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- `stamp` and `trigger` say when to ask again
  }, [load, stamp, trigger]);
  return [held.value, held.refused, load];
}
