import { useEffect, useState } from "react";
import { keyOf, type Laid, type Taken } from "./trick";

/** So long a finished trick is seen before it goes to who has won it. */
const LINGER_MS = 1_500;

export interface Shown {
  laid: readonly Laid[];
  /** Who has won what is shown; null while the trick goes on. */
  winner: number | null;
  /** Whether it is on its way to the winner. */
  swept: boolean;
}

/** What lies on the table: the running trick, or for a moment the one just finished. */
export function useLingering(running: readonly Laid[], last: Taken | null): Shown {
  const finished = running.length === 0 && last !== null;
  const key = finished ? keyOf(last.laid) : "";
  const [gone, setGone] = useState("");
  useEffect(() => {
    if (key === "") return;
    const timer = setTimeout(() => setGone(key), LINGER_MS);
    return () => clearTimeout(timer);
  }, [key]);
  if (!finished) return { laid: running, winner: null, swept: false };
  return { laid: last.laid, winner: last.winner, swept: gone === key };
}
