import type { Strength } from "../state/settings";
import measured from "./strengths.json";

type Figures = Partial<Readonly<Record<Strength, number>>>;
type Shares = Partial<Readonly<Record<`${Strength} ${Strength}`, number>>>;
/** What `make bench-bots` measured at a game: shares of matches, and a figure of each strength where there is one. */
type Measured = Shares & {
  /** Thousandths of a point that a move loses to the best play. */
  readonly error?: Figures;
  /** Points a hand against the computer players of the release before they searched. */
  readonly points?: Figures;
};
const MEASURED: Readonly<Record<string, Measured>> = measured;
const OTHERS: Readonly<Record<Strength, readonly [Strength, Strength]>> = {
  easy: ["medium", "strong"],
  medium: ["easy", "strong"],
  strong: ["medium", "easy"],
};

/** How one strength has fared against another: wins in a hundred matches, measured (`make bench-bots`). */
export interface StrengthResult {
  against: Strength;
  percent: number;
}

/** How a strength has fared against the two others at a game; null: it was not measured. */
export function recordOf(game: string, strength: Strength): readonly [StrengthResult, StrengthResult] | null {
  const shares = MEASURED[game];
  if (!shares) return null;
  const fared = (against: Strength): StrengthResult => {
    const won = shares[`${strength} ${against}`];
    const share = won ?? 1 - (shares[`${against} ${strength}`] ?? 0);
    return { against, percent: Math.round(share * 100) };
  };
  const [one, other] = OTHERS[strength];
  return [fared(one), fared(other)];
}

/** The figure that says most about a strength at a game; null: none was measured. */
export function figureOf(
  game: string,
  strength: Strength,
  all: Readonly<Record<string, Measured>> = MEASURED,
): { kind: "error" | "points"; value: number } | null {
  for (const kind of ["error", "points"] as const) {
    const value = all[game]?.[kind]?.[strength];
    if (value !== undefined) return { kind, value };
  }
  return null;
}
