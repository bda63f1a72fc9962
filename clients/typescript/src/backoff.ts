const FIRST_MS = 400;
const LONGEST_MS = 15_000;

/**
 * How long to wait before trying again for the `attempt`-th time (0, 1 …): doubling up to a limit, half of it by
 * chance, so that a thousand clients of a restarted gateway do not come back in one instant.
 */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
  return Math.round(ceiling / 2 + (random() * ceiling) / 2);
}
