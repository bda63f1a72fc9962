import { useCallback, useEffect, useRef, useState } from "react";
import { refusal } from "../records/useAsked";

const PAUSE_MS = 1_500;

interface Held<A> {
  value: A | null;
  refused: string | null;
}

/** Asks when the page comes and again whenever `stamp` changes, at most once in a while; `ask` again by oneself too. */
export function useFresh<A>(ask: () => Promise<A>, stamp: string): [A | null, string | null, () => Promise<void>] {
  const [held, setHeld] = useState<Held<A>>({ value: null, refused: null });
  const askedAt = useRef(0);
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
      setHeld((before) => ({ ...before, refused: refusal(error).code }));
    }
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => void load(), Math.max(0, askedAt.current + PAUSE_MS - Date.now()));
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- `stamp` says when to ask again
  }, [load, stamp]);
  return [held.value, held.refused, load];
}
