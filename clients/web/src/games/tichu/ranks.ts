import { RANKS, rankText } from "../../cards/code";

export const ACE = 14;
export const LOWEST = 2;

/** A card's rank: 2 … 14, 0 for the special ones. */
export function rankOf(card: string): number {
  return card.length === 2 && card !== "MJ" ? RANKS.findIndex((rank) => rank === card[0]) + LOWEST : 0;
}

/** The letter of a rank 2 … 14, as moves write it. */
export function letterOf(rank: number): string {
  return RANKS[rank - LOWEST] ?? "";
}

/** A rank as it is read: the ten as 10. */
export function rankWords(rank: number): string {
  const found = RANKS[rank - LOWEST];
  return found ? rankText(found) : String(rank);
}
