import { useEffect, useState } from "react";
import { useLastAlone } from "../../app/questions";
import { refusal } from "../../app/useRequest";

/** A list that comes page by page. */
export interface Pages<A> {
  lines: readonly A[];
  /** Where the next page begins; null: there is none. */
  next: number | null;
  refused: string | null;
  busy: boolean;
  more: () => void;
}

interface Page<A> {
  lines: readonly A[];
  next: number | null;
}

/** Asks for the first page, and anew whenever `what` is another; `more` asks for the next one. */
export function usePages<A>(ask: (before: number | null) => Promise<Page<A>>, what: string): Pages<A> {
  const [held, setHeld] = useState({
    what,
    lines: [] as readonly A[],
    next: null as number | null,
    refused: null as string | null,
    busy: true,
  });
  const asking = useLastAlone();
  const load = (before: number | null) => {
    const counts = asking();
    return ask(before).then(
      (page) => {
        if (!counts()) return;
        setHeld(({ lines }) => ({
          what,
          lines: before === null ? page.lines : [...lines, ...page.lines],
          next: page.next,
          refused: null,
          busy: false,
        }));
      },
      (error: unknown) => counts() && setHeld((known) => ({ ...known, refused: refusal(error).code, busy: false })),
    );
  };
  useEffect(() => {
    setHeld((before) => ({ ...before, refused: null, busy: true }));
    void load(null);
    // oxlint-disable-next-line react/exhaustive-deps -- `what` says what is asked for
  }, [what]);
  const more = () => {
    setHeld((before) => ({ ...before, busy: true }));
    void load(held.next);
  };
  const { lines, next, refused, busy } = held;
  return { lines, next, refused, busy, more };
}
