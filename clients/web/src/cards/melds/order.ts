import { alternating, sorted } from "../sort";
import { isTwo, isWild, rankOf } from "./faces";

/** How one's hand lies: sorted in a way that the game has, or as one has put it. */
export interface Order {
  by: string;
  /** The cards as they were put, where the order is one's own. */
  own: readonly string[];
}

/** The order that is one's own. */
export const OWN = "own";

/** The ways in which a hand can be sorted, and how that is done; the first way is taken until another is chosen. */
export interface Sorts {
  ways: readonly string[];
  sorted: (hand: readonly string[], way: string) => string[];
}

/** By suit or by rank, from three to ace, wild cards first. */
export const SUIT_OR_RANK: Sorts = { ways: ["suit", "rank"], sorted: suitOrRank };

const RANKS = "3456789TJQKA";

/** A hand by suit, or by rank. */
export function suitOrRank(hand: readonly string[], way = "suit"): string[] {
  const wild = hand.filter(isWild).sort((one, other) => wildPlace(one) - wildPlace(other));
  const natural = hand.filter((card) => !isWild(card));
  const by = way === "rank" ? "rank" : "suit";
  return [...wild, ...sorted(natural, { suits: alternating(natural), ranks: () => RANKS, by })];
}

const wildPlace = (card: string) => (isTwo(card) ? 1 + "cdsh".indexOf(card[1] ?? "") : rankOf(card));

/** A hand in this order; of one's own, what is new comes last. */
export function inOrder(hand: readonly string[], { by, own }: Order, { sorted: sort }: Sorts): string[] {
  return by === OWN ? asKept(hand, own) : sort(hand, by);
}

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
  return { by: OWN, own: rest.toSpliced(to, 0, cards[from] ?? "") };
}

/** What was kept of an order in the browser; the first way if it cannot be read. */
export function readOrder(text: string | null, { ways }: Pick<Sorts, "ways">): Order {
  const first = { by: ways[0] ?? OWN, own: [] };
  try {
    const found = JSON.parse(text ?? "") as Partial<Order>;
    const own = Array.isArray(found.own) ? found.own.filter((card) => typeof card === "string") : [];
    const by = [...ways, OWN].find((way) => way === found.by);
    return by === undefined ? first : { by, own };
  } catch {
    return first;
  }
}
