import type { Strength } from "../state/settings";
import measured from "./strengths.json";

const SHARES: Readonly<Record<string, Readonly<Record<string, number>>>> = measured;
const OTHERS: Readonly<Record<Strength, readonly [Strength, Strength]>> = {
  easy: ["medium", "strong"],
  medium: ["easy", "strong"],
  strong: ["medium", "easy"],
};

/** How one strength has fared against another: wins in a hundred matches, measured (`bench/games/bot_strength.py`). */
export interface StrengthResult {
  against: Strength;
  percent: number;
}

/** How a strength has fared against the two others at a game; null: it was not measured. */
export function recordOf(game: string, strength: Strength): readonly [StrengthResult, StrengthResult] | null {
  const shares = SHARES[game];
  if (!shares) return null;
  const fared = (against: Strength): StrengthResult => {
    const won = shares[`${strength} ${against}`];
    const share = won ?? 1 - (shares[`${against} ${strength}`] ?? 0);
    return { against, percent: Math.round(share * 100) };
  };
  const [one, other] = OTHERS[strength];
  return [fared(one), fared(other)];
}
