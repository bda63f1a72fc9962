import { newSeed } from "kafeneio-client";
import { load, save } from "../state/storage";

/** What this browser saw and said before a ticket was drawn: only that makes its proof worth something. */
export interface PromisedTicket {
  ticket: string;
  commit: string;
  seed: string;
}

const KEY = "kafeneio.tickets";
const KEPT = 100;

const promises = (): PromisedTicket[] => load<PromisedTicket[]>(KEY, []);

export function promisedTicket(ticket: string): PromisedTicket | null {
  return promises().find((entry) => entry.ticket === ticket) ?? null;
}

/** This browser's seed for a ticket that is open: the one it has chosen already (before a reload), or a new one. The
 * first seal seen is remembered; a later, different one does not replace it. */
export function seedForTicket(ticket: string, commit: string): string {
  const known = promisedTicket(ticket);
  if (known) return known.seed;
  const entry = { ticket, commit, seed: newSeed() };
  save(KEY, [...promises(), entry].slice(-KEPT));
  return entry.seed;
}
