import { isWild, rankOf } from "../../cards/melds/faces";

/** The points of cards (games/mpirimpa/RULES.md §8). */
export function pointsOf(cards: readonly string[]): number {
  return cards.reduce((sum, card) => sum + points(card), 0);
}

function points(card: string): number {
  if (isWild(card)) return 20;
  if (rankOf(card) === 1) return 15;
  return rankOf(card) < 8 ? 5 : 10;
}
