import { useState } from "react";

/** Begins a question; what it returns is called with the answer, and says whether that counts. */
export type Asking = () => () => boolean;

/** Of several questions only the last one asked counts, as in a search: what was looked for before is not wanted now. */
export function lastAlone(): Asking {
  let asked = 0;
  return () => {
    const turn = ++asked;
    return () => turn === asked;
  };
}

/** Of one thing that is asked for again and again an answer counts unless a later question was answered before it: it
 * says what was true earlier. On a slow line, where the next question is asked before an answer comes, all count. */
export function inOrder(): Asking {
  let asked = 0;
  let answered = 0;
  return () => {
    const turn = ++asked;
    return () => {
      if (turn < answered) return false;
      answered = turn;
      return true;
    };
  };
}

/** The same for as long as a part of the page stands. */
export const useLastAlone = (): Asking => useState(lastAlone)[0];
export const useInOrder = (): Asking => useState(inOrder)[0];
