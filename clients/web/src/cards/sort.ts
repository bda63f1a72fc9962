import { suitLetter } from "./code";

/** In which order a hand is looked at. */
export interface Order {
  /** Suits by their letters, from left to right; cards without a suit come first. */
  suits: string;
  /** Ranks of a suit, from left to right. */
  ranks: (suit: string) => string;
  /** By suit, or by rank with the suits inside. */
  by?: "suit" | "rank";
}

/** A hand in order; what the order does not know comes first, as it came. */
export function sorted(cards: readonly string[], { suits, ranks, by = "suit" }: Order): string[] {
  const places = (card: string): [number, number] => {
    const suit = suitLetter(card);
    if (suit === "") return [-1, -1];
    const [bySuit, byRank] = [suits.indexOf(suit), ranks(suit).indexOf(card[0] ?? "")];
    return by === "suit" ? [bySuit, byRank] : [byRank, bySuit];
  };
  return cards
    .map((card, at) => ({ card, at, places: places(card) }))
    .sort((one, other) => one.places[0] - other.places[0] || one.places[1] - other.places[1] || one.at - other.at)
    .map(({ card }) => card);
}

const RED = "hd";
const COLOURS = "cdsh";

/** The suits that are held, so that no two of a colour lie side by side where that can be; `first` (trumps) leads. */
export function alternating(held: readonly string[], first: string | null = null): string {
  const there = [...COLOURS].filter((suit) => suit !== first && held.some((card) => suitLetter(card) === suit));
  const lead = first !== null && held.some((card) => suitLetter(card) === first) ? first : "";
  const red = there.filter((suit) => RED.includes(suit));
  const black = there.filter((suit) => !RED.includes(suit));
  let wantRed = lead === "" ? red.length > black.length : !RED.includes(lead);
  let order = lead;
  while (red.length + black.length > 0) {
    const from = wantRed ? (red.length > 0 ? red : black) : black.length > 0 ? black : red;
    order += from.shift();
    wantRed = !wantRed;
  }
  return order;
}
