import type { Place } from "../parts/places";

/** A card on the table, and whose it is. */
export interface Laid {
  seat: number;
  card: string;
}

/** A finished trick. */
export interface Taken {
  laid: readonly Laid[];
  winner: number;
}

/** Cards of a trick in the order of play with their seats: the lead first, then round the table. */
export function laidFrom(lead: number, cards: readonly string[], seats: number): Laid[] {
  return cards.map((card, at) => ({ seat: (lead + at) % seats, card }));
}

/** What distinguishes a trick from every other of the hand. */
export function keyOf(laid: readonly Laid[]): string {
  return laid.map(({ seat, card }) => `${seat}${card}`).join(" ");
}

export type PlaceOf = (seat: number) => Place;
