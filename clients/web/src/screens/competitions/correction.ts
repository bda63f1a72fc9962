import type { CorrectionBody } from "kafeneio-client";

/** What an operator makes of a game's result: the winning side, a tie or no game at all. */
export type Correction = Pick<CorrectionBody, "result" | "points" | "departed">;

/** The correction that a form says. Points count only where every side has some. */
export function correctionOf(result: string, points: readonly string[], departed: readonly number[]): Correction {
  const amounts = points.map((text) => Number(text.replace("−", "-")));
  const whole = points.every((text) => text.trim() !== "") && amounts.every(Number.isInteger);
  return {
    result: result === "tie" || result === "void" ? result : Number(result),
    points: whole && result !== "void" ? (amounts as Correction["points"]) : null,
    departed: [...departed] as Correction["departed"],
  };
}
