import { useState } from "react";

/**
 * Whether a hand's count is old to this page: it was there already when the page came, and something has been played
 * since. One that comes later is news, however fast the next hand begins.
 */
export function useReadBefore(number: number | undefined, isNews: boolean): boolean {
  const [first] = useState(isNews ? null : (number ?? null));
  return number !== undefined && number === first;
}
