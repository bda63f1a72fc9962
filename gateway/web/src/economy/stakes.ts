export const STAKE_MIN = 200;
export const STAKE_MAX = 1_000_000;
/** Stakes offered at one touch. */
export const USUAL_STAKES = [200, 500, 1_000, 5_000] as const;
/** Games that may be played for nothing but the rating (services/wallet/RULES.md §3, the house's default). */
const FRIENDLY = new Set(["dominoes"]);

export const mayBeFriendly = (game: string): boolean => FRIENDLY.has(game);

/** The documented code that the wallet would answer, or null; the server has the last word. */
export function stakeError(stakeChips: number, game: string, chips: number): string | null {
  if (!Number.isInteger(stakeChips)) return "stake_invalid";
  if (stakeChips === 0 && mayBeFriendly(game)) return null;
  if (stakeChips < STAKE_MIN) return "stake_below_minimum";
  if (stakeChips > STAKE_MAX) return "stake_above_maximum";
  return stakeChips > chips ? "insufficient_chips" : null;
}
