/** Stake from which a rate counts, and the rate in basis points (services/wallet/RULES.md §4, the house's default). */
const STEPS: readonly (readonly [fromChips: number, rateBps: number])[] = [
  [200, 4000],
  [500, 3500],
  [1_000, 3000],
  [2_000, 2500],
  [5_000, 2000],
  [10_000, 1500],
  [25_000, 1000],
  [100_000, 500],
];

/** The house's part of one losing stake. */
export function rakeChips(stakeChips: number): number {
  const rate = STEPS.findLast(([from]) => from <= stakeChips)?.[1] ?? 0;
  return Math.floor((stakeChips * rate) / 10_000);
}

/** What each winner receives, own stake included, when `sides` of equal size play and one wins. */
export function winnerChips(stakeChips: number, sides: number): number {
  return stakeChips + (sides - 1) * (stakeChips - rakeChips(stakeChips));
}
