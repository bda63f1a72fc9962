import { Refused, type Ask } from "./ask.ts";

const TRIES = 5;
const PAUSE_FIRST_MS = 250;
/** Refusals that say no more than to ask again a moment later. */
const TRANSIENT = new Set(["offline", "service_unavailable", "overloaded", "rate_limited"]);

/** Asks up to five times while the site cannot be reached or is busy: for operations that may be sent again. */
export const persistent = (ask: Ask): Ask => {
  return async (operation, asked) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await ask(operation, asked);
      } catch (error) {
        if (!(error instanceof Refused) || !TRANSIENT.has(error.error) || tries === TRIES) throw error;
      }
      await new Promise((done) => setTimeout(done, PAUSE_FIRST_MS * 2 ** tries));
    }
  };
};
