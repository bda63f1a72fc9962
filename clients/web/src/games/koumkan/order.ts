import { rankOf } from "../../cards/melds/faces";
import { alternating, sorted } from "../../cards/sort";
import { isWild } from "./faces";
import type { SplitView } from "./view";

/** The ways in which a hand is sorted. */
export const WAYS = ["melds", "suit", "places"] as const;

const RANKS = "A23456789TJQK";

/** A hand sorted, wild cards first; by melds: those of its best split one after the other, then what is left over. */
export function inOrder(
  hand: readonly string[],
  way: string,
  wild: readonly string[],
  split: Pick<SplitView, "melds" | "left"> | null,
): string[] {
  if (way === "melds" && split)
    return [...split.melds.flatMap(({ cards }) => cards), ...plain(split.left, "suit", wild)];
  return plain(hand, way === "places" ? "rank" : "suit", wild);
}

function plain(hand: readonly string[], by: "suit" | "rank", wild: readonly string[]): string[] {
  const first = hand.filter((card) => isWild(card, wild)).sort((one, other) => rankOf(one) - rankOf(other));
  const natural = hand.filter((card) => !isWild(card, wild));
  return [...first, ...sorted(natural, { suits: alternating(natural), ranks: () => RANKS, by })];
}
