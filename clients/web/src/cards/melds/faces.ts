/** What a card is to the rules of melds: its rank, its suit, whether it may stand for another. */

const RANKS = "XA23456789TJQK";

/** Ace 1, two 2 … king 13; a joker 0. */
export function rankOf(card: string): number {
  return RANKS.indexOf(card[0] ?? "");
}

/** The letter of the suit; a joker has none. */
export function suitOf(card: string): string {
  return card[1] ?? "";
}

export const isTwo = (card: string) => rankOf(card) === 2;

/** Jokers and twos. */
export const isWild = (card: string) => card === "X" || isTwo(card);

/** The letter of a rank's number; 14 is an ace again. */
export function rankLetter(rank: number): string {
  return RANKS[rank === 14 ? 1 : rank] ?? "";
}

/** A hand without these cards; null: it does not hold them. */
export function without(hand: readonly string[], cards: readonly string[]): string[] | null {
  const left = [...hand];
  for (const card of cards) {
    const at = left.indexOf(card);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}
