import { useState } from "react";

/** Of several questions about one thing only the last one asked counts: the answer to an earlier one may come later, and
 * say what was true before. A call of what this makes begins a question; what that returns says whether it still counts. */
export function newest(): () => () => boolean {
  let last = 0;
  return () => {
    const turn = ++last;
    return () => turn === last;
  };
}

/** The same for as long as a part of the page stands. */
export const useNewest = (): (() => () => boolean) => useState(newest)[0];
