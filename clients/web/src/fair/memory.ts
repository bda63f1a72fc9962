import { newSeed } from "kafeneio-client";
import { load, save } from "../state/storage";

/** What this browser saw and said before a match began: only that makes the proof at its end worth something. */
export interface Promised {
  match: string;
  commit: string;
  seed: string | null;
}

const KEY = "kafeneio.fair";
const KEPT = 20;

const promises = (): Promised[] => load<Promised[]>(KEY, []);

export function promised(match: string): Promised | null {
  return promises().find((entry) => entry.match === match) ?? null;
}

/** Remembers the first commitment seen for a match; a later, different one does not replace it. */
export function rememberCommit(match: string, commit: string): void {
  if (!promised(match)) keep({ match, commit, seed: null });
}

/** This client's seed for a match: the one it has sent already (before a reload), or a new one. */
export function seedFor(match: string, commit: string): string {
  const known = promised(match);
  if (known?.seed) return known.seed;
  const seed = newSeed();
  keep({ match, commit: known?.commit ?? commit, seed });
  return seed;
}

function keep(entry: Promised): void {
  const others = promises().filter((other) => other.match !== entry.match);
  save(KEY, [...others, entry].slice(-KEPT));
}
