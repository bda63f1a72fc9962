import { Refused } from "kafeneio-client";

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** Refusals that another try cannot change: who asks is not known any more, or may not ask. */
const FINAL = new Set(["session_expired", "forbidden", "guest_forbidden", "visitor_forbidden"]);

const asking = new Map<string, Promise<unknown>>();

/**
 * What is read once a session and needed all through it, asked for until the server answers: after one second, two,
 * four, at last every half minute. Null: nobody wants it any more, or it was refused for good. `what` names the
 * question, so that two parts of the page that need the same thing ask once.
 */
export function untilAnswered<T>(what: string, ask: () => Promise<T>, isWanted: () => boolean): Promise<T | null> {
  const running = asking.get(what);
  if (running) return running as Promise<T | null>;
  const answer = again(ask, isWanted).finally(() => asking.delete(what));
  asking.set(what, answer);
  return answer;
}

async function again<T>(ask: () => Promise<T>, isWanted: () => boolean): Promise<T | null> {
  for (let pauseMs = FIRST_PAUSE_MS; isWanted(); pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await ask();
    } catch (refusal) {
      if (!(refusal instanceof Refused)) throw refusal;
      if (FINAL.has(refusal.error)) return null;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return null;
}
