import { rankOf } from "../../cards/melds/faces";

/** The points of cards (games/buraco/RULES.md §8). */
export function pointsOf(cards: readonly string[]): number {
  return cards.reduce((sum, card) => sum + points(rankOf(card)), 0);
}

function points(rank: number): number {
  if (rank === 1) return 15;
  return rank > 2 && rank < 8 ? 5 : 10;
}
