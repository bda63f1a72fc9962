import { rankOf } from "../../cards/melds/faces";
import type { View } from "./view";

/** What a card is to this game: what is wild, what is worth what (games/koumkan/RULES.md §1, §8). */
export interface Values {
  game: View["game"];
  /** `X`, and the ranks of which every card is wild. */
  wild: readonly string[];
}

export const JOKERS_ALONE: readonly string[] = ["X"];
const WILD_POINTS = 25;
const KOUMKAN_ACE_POINTS = 10;

export const valuesOf = ({ game, wild_ranks }: Pick<View, "game" | "wild_ranks">): Values => ({
  game,
  wild: wild_ranks,
});

export function isWild(card: string, wild: readonly string[]): boolean {
  return wild.includes(card[0] ?? "");
}

/** What a card costs whom it is left with. */
export function pointsOf(card: string, { game, wild }: Values): number {
  if (isWild(card, wild)) return WILD_POINTS;
  if (rankOf(card) === 1 && game === "koumkan") return KOUMKAN_ACE_POINTS;
  return Math.min(rankOf(card), 10);
}

export const sumOf = (cards: readonly string[], values: Values) =>
  cards.reduce((sum, card) => sum + pointsOf(card, values), 0);
