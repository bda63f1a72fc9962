import type { Tally } from "./view";

type Pair = readonly [number | null, number | null];

export interface Entry {
  item: Tally["lines"][number]["item"] | "points";
  /** Whose pile, hand or call; null: the hand's sum. */
  seat: number | null;
  /** For cards: those that are worth points. */
  cards: readonly string[];
  /** By team; null: nothing is written there. */
  values: Pair;
  kind?: "total";
}

/** How a hand was counted, line by line; piles that are worth nothing are left out. */
export function entriesOf(hand: Tally): Entry[] {
  const lines: Entry[] = hand.lines
    .filter(({ item, cards }) => item !== "pile" || cards.length > 0)
    .map(({ item, seat, team, points, cards }) => ({ item, seat, cards, values: only(team, points) }));
  return [...lines, { item: "points", seat: null, cards: [], values: hand.points, kind: "total" }];
}

const only = (team: number, points: number): Pair => (team === 0 ? [points, null] : [null, points]);

const WORTH: Readonly<Record<string, number>> = { DRG: 25, PHX: -25, K: 10, T: 10, "5": 5 };
const DEAREST = ["DRG", "K", "T", "5", "PHX"];

/** What cards are worth: tens and kings 10, fives 5, the Dragon 25, the Phoenix −25. */
export function pointsOf(cards: readonly string[]): number {
  return cards.reduce((sum, card) => sum + (WORTH[card] ?? WORTH[card[0] ?? ""] ?? 0), 0);
}

/** Cards by rank with how many there are, the dearest first: `["K", 2]`; special ones by their codes. */
export function countedCards(cards: readonly string[]): [string, number][] {
  const found = new Map<string, number>();
  for (const card of cards) {
    const name = card.length === 2 ? (card[0] ?? "") : card;
    found.set(name, (found.get(name) ?? 0) + 1);
  }
  return [...found].sort(([one], [other]) => DEAREST.indexOf(one) - DEAREST.indexOf(other));
}
