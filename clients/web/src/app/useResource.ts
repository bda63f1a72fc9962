import { useCallback, useEffect, useRef, useState } from "react";
import { refusal } from "./useRequest";

/** Something of the platform that changes by what the player does here. */
export interface Resource<A> {
  value: A | null;
  refused: string | null;
  busy: boolean;
  /** Sends a change and takes over its answer; returns the answer, or null where it was refused. */
  act: <B>(doing: () => Promise<B>, take?: (answer: B, held: A | null) => A | null) => Promise<B | null>;
}

/** Loads it once, and again after each change, unless `take` makes the new value of the answer. What was asked for before
 * a change says nothing any more, however late it comes. */
export function useResource<A>(ask: () => Promise<A>): Resource<A> {
  const [held, setHeld] = useState<{ value: A | null; refused: string | null; busy: boolean }>({
    value: null,
    refused: null,
    busy: true,
  });
  const newest = useRef(0);
  const load = useCallback(
    () => {
      const turn = ++newest.current;
      const set = (found: Partial<typeof held>) => {
        if (turn === newest.current) setHeld((before) => ({ ...before, ...found, busy: false }));
      };
      return ask().then(
        (value) => set({ value }),
        (error: unknown) => set({ refused: refusal(error).code }),
      );
    },
    // oxlint-disable-next-line react/exhaustive-deps -- the page asks for one thing
    [],
  );
  useEffect(() => void load(), [load]);
  const act: Resource<A>["act"] = async (doing, take) => {
    newest.current += 1;
    setHeld((before) => ({ ...before, busy: true, refused: null }));
    try {
      const answer = await doing();
      if (take) setHeld((before) => ({ value: take(answer, before.value), refused: null, busy: false }));
      else await load();
      return answer;
    } catch (error) {
      setHeld((before) => ({ ...before, refused: refusal(error).code, busy: false }));
      void load();
      return null;
    }
  };
  return { ...held, act };
}
