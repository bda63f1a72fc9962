import type { ResultView } from "kafeneio-client";
import type { Promised } from "./memory";

/** Too late or no client: the seed that the platform then uses (services/tables/RULES.md §14). */
const NO_SEED = "0".repeat(32);

export interface Check {
  /** The SHA-256 of `root` is the commitment. Null: this browser cannot compute it on a page without TLS. */
  rootMatches: boolean | null;
  /** The commitment is the one shown before the match. Null: it was not seen. */
  commitKept: boolean | null;
  /** This player's own seed is among the seeds. Null: none was sent. */
  seedUsed: boolean | "late" | null;
}

export type Verdict = "verified" | "broken" | "unknown";

/** What the platform reveals when chance is done with: of a match with its result, of a shoe by itself. */
export type Proof = Pick<ResultView, "root" | "commit" | "seeds">;

/** Checks the end of a match against what was promised before it. `seat`: the viewer's; null for spectators. */
export async function check(result: Proof, before: Promised | null, seat: number | null): Promise<Check> {
  const digest = await sha256(result.root);
  return {
    rootMatches: digest === null ? null : digest === result.commit,
    commitKept: before === null ? null : before.commit === result.commit,
    seedUsed: before?.seed && seat !== null ? seedUsed(result.seeds[seat], before.seed) : null,
  };
}

export function verdict({ rootMatches, commitKept, seedUsed: used }: Check): Verdict {
  if (rootMatches === false || commitKept === false || used === false) return "broken";
  return rootMatches === null ? "unknown" : "verified";
}

function seedUsed(published: string | undefined, own: string): boolean | "late" {
  return published === NO_SEED ? "late" : published === own;
}

async function sha256(hex: string): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(digest), (value) => value.toString(16).padStart(2, "0")).join("");
}
