import { useEffect, useState } from "react";
import { remembered } from "./lingering";
import { keyOf, type Laid, type Taken } from "./trick";

/** So long a finished trick is seen before it goes to who has won it. */
const LINGER_MS = 1_500;
/** And at least so long, if the next card has been led meanwhile. */
const SEEN_MS = 900;

export interface Shown {
  laid: readonly Laid[];
  /** Who has won what is shown; null while the trick goes on. */
  winner: number | null;
  /** Whether it is on its way to the winner. */
  swept: boolean;
}

/** What lies on the table: the running trick, or for a moment the one just finished. */
export function useLingering(running: readonly Laid[], last: Taken | null): Shown {
  const [lastKey, runningKey] = [last ? keyOf(last.laid) : "", keyOf(running)];
  const [memory, setMemory] = useState({ last: lastKey, running: runningKey, held: "" });
  const now = remembered(memory, lastKey, runningKey);
  if (now !== memory) setMemory(now);
  const [seen, gone] = [useLater(lastKey, SEEN_MS), useLater(lastKey, LINGER_MS)];
  const held = now.held === lastKey && !seen;
  if (!last || (running.length > 0 && !held)) return { laid: running, winner: null, swept: false };
  return { laid: last.laid, winner: last.winner, swept: gone && running.length === 0 };
}

/** Whether so long has passed since `key` came. */
function useLater(key: string, ms: number): boolean {
  const [over, setOver] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setOver(key), ms);
    return () => clearTimeout(timer);
  }, [key, ms]);
  return over === key;
}
