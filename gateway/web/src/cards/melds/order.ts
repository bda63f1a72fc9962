import { alternating, sorted } from "../sort";
import { isTwo, isWild, rankOf } from "./faces";

/** How one's hand lies: by suit, by rank, or as one has put it. */
export type By = "suit" | "rank" | "own";

export interface Order {
  by: By;
  /** The cards as they were put, where the order is one's own. */
  own: readonly string[];
}

export const BY_SUIT: Order = { by: "suit", own: [] };

const RANKS = "3456789TJQKA";

/** A hand in this order: wild cards first where it is sorted; of one's own order, what is new comes last. */
export function inOrder(hand: readonly string[], { by, own }: Order): string[] {
  if (by === "own") return asKept(hand, own);
  const wild = hand.filter(isWild).sort((one, other) => wildPlace(one) - wildPlace(other));
  const natural = hand.filter((card) => !isWild(card));
  return [...wild, ...sorted(natural, { suits: alternating(natural), ranks: () => RANKS, by })];
}

const wildPlace = (card: string) => (isTwo(card) ? 1 + "cdsh".indexOf(card[1] ?? "") : rankOf(card));

function asKept(hand: readonly string[], own: readonly string[]): string[] {
  const left = [...hand];
  const kept = own.filter((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return [...kept, ...left];
}

/** The cards after the one at `from` went to the place `to`: from now on the order is one's own. */
export function moved(cards: readonly string[], from: number, to: number): Order {
  const rest = cards.toSpliced(from, 1);
  return { by: "own", own: rest.toSpliced(to, 0, cards[from] ?? "") };
}

/** What was kept of an order in the browser; by suit if it cannot be read. */
export function readOrder(text: string | null): Order {
  try {
    const found = JSON.parse(text ?? "") as Partial<Order>;
    const own = Array.isArray(found.own) ? found.own.filter((card) => typeof card === "string") : [];
    return found.by === "rank" || found.by === "own" ? { by: found.by, own } : BY_SUIT;
  } catch {
    return BY_SUIT;
  }
}
