import type { ChanceFit, ChanceOfGame } from "kafeneio-client";

/** What is said of everything together: the worst of the tests counts. */
export type Answer = "fair" | "few" | "unfair";

export function answerOf(games: readonly ChanceOfGame[]): Answer {
  const verdicts = games.flatMap((game) => game.fits.map((fit) => fit.verdict));
  if (verdicts.includes("unfair")) return "unfair";
  return verdicts.some((verdict) => verdict !== "few") ? "fair" : "few";
}

/** A probability in words needs a number that can be read: a whole per cent, one digit below ten, or a bound. */
export type Share = { kind: "percent" | "below"; part: number; digits: number };

export function shareOf(probability: number): Share {
  if (probability < 0.0001) return { kind: "below", part: 0.0001, digits: 2 };
  if (probability < 0.01) return { kind: "percent", part: probability, digits: 2 };
  return { kind: "percent", part: probability, digits: probability < 0.1 ? 1 : 0 };
}

/** A dot of the plot: one test on one day, of a hundred fair days. */
export interface Dot {
  day: string;
  /** Counts days from the first that is shown. */
  at: number;
  test: string;
  of100: number;
  verdict: ChanceFit["verdict"];
}

export function dotsOf(game: ChanceOfGame): Dot[] {
  const oldest = game.days.toReversed();
  const start = oldest[0] ? Date.parse(oldest[0].day) : 0;
  return oldest.flatMap(({ day, fits }) =>
    fits.flatMap(({ test, probability, verdict }) =>
      probability === null
        ? []
        : [{ day, at: Math.round((Date.parse(day) - start) / 86_400_000), test, of100: 100 * probability, verdict }],
    ),
  );
}

/** How often each number of the dice came up, over both dice of every roll. */
export function facesOf(pairs: readonly number[]): { face: number; times: number; share: number }[] {
  const times = [0, 1, 2, 3, 4, 5].map((face) =>
    pairs.reduce((sum, n, at) => sum + n * (Number(Math.floor(at / 6) === face) + Number(at % 6 === face)), 0),
  );
  const all = times.reduce((sum, n) => sum + n, 0);
  return times.map((n, face) => ({ face: face + 1, times: n, share: all === 0 ? 0 : n / all }));
}

export function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, n) => sum + n, 0);
}

/** How many of a roll's 36 pairs are doubles. */
export function doublesOf(pairs: readonly number[]): number {
  return sumOf(pairs.filter((_, at) => Math.floor(at / 6) === at % 6));
}

/** The game that is shown first: the one with most rolls, or with most matches. */
export function firstOf(games: readonly ChanceOfGame[]): string | null {
  const rolls = (game: ChanceOfGame) => (game.dice ? sumOf(game.dice.pairs) : 0);
  const sorted = games.toSorted((one, other) => rolls(other) - rolls(one) || other.matches - one.matches);
  return sorted[0]?.game ?? null;
}
