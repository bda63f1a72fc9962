import type { StakeRules } from "kafeneio-client";

/** What the platform keeps of one losing stake. */
export function rakeChips({ rake_steps: steps }: StakeRules, stakeChips: number): number {
  const rate = steps.findLast(({ from_chips: from }) => from <= stakeChips)?.rate_bps ?? 0;
  return Math.floor((stakeChips * rate) / 10_000);
}

/** What each winner receives, own stake included, when `sides` of equal size play and one wins. */
export function winnerChips(rules: StakeRules, stakeChips: number, sides: number): number {
  return stakeChips + (sides - 1) * (stakeChips - rakeChips(rules, stakeChips));
}

export const mayBeFriendly = ({ friendly_games: games }: StakeRules, game: string): boolean => games.includes(game);

/** Multiples of the smallest stake that are offered at one touch, as far as they are allowed. */
const USUAL = [1, 2.5, 5, 25] as const;

/** Stakes offered at one touch: none where the game may be friendly, and some that are usual. */
export function usualStakes(rules: StakeRules, game: string): number[] {
  const chips = USUAL.map((times) => Math.round(times * rules.min_chips)).filter((each) => each <= rules.max_chips);
  return mayBeFriendly(rules, game) ? [0, ...chips] : chips;
}

/** What is staked unless something else is chosen: the least. */
export const leastStake = (rules: StakeRules, game: string): number =>
  mayBeFriendly(rules, game) ? 0 : rules.min_chips;

/** The documented code that the wallet would answer, or null; the server has the last word. */
export function stakeError(rules: StakeRules, stakeChips: number, game: string, chips: number): string | null {
  if (!Number.isInteger(stakeChips)) return "stake_invalid";
  if (stakeChips === 0 && mayBeFriendly(rules, game)) return null;
  if (stakeChips < rules.min_chips) return "stake_below_minimum";
  if (stakeChips > rules.max_chips) return "stake_above_maximum";
  return stakeChips > chips ? "insufficient_chips" : null;
}
