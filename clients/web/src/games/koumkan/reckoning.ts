import { pointsOf, type Values } from "./faces";
import type { CountedHand, SplitMeld } from "./view";

/** What one player's hand cost. */
export interface Entry {
  seat: number;
  /** Melds that were taken away first. */
  melds: readonly SplitMeld[];
  /** The cards that were counted, the dearest first. */
  left: readonly string[];
  /** How their points were added: `25 + 9 + 4`; nothing where there is nothing to add. */
  terms: string;
  points: number;
  /** `70 + 38 = 108`; where nothing was before, the sum alone. */
  sum: string;
  isOut: boolean;
  isEliminated: boolean;
}

/** How a hand was counted, player by player in the order given; those who were not in it are left out. */
export function entriesOf(hand: CountedHand, values: Values, order: readonly number[]): Entry[] {
  return order.filter((seat) => hand.seats.includes(seat)).map((seat) => entryOf(hand, values, seat));
}

function entryOf(hand: CountedHand, values: Values, seat: number): Entry {
  const [points, total] = [hand.counts[seat] ?? 0, hand.totals[seat] ?? 0];
  const isOut = hand.out_seat === seat;
  const left = isOut ? [] : dearestFirst(hand.left[seat] ?? [], values);
  return {
    seat,
    melds: hand.melds[seat] ?? [],
    left,
    terms: left.length > 1 ? left.map((card) => pointsOf(card, values)).join(" + ") : "",
    points,
    sum: total === points ? `${total}` : `${total - points} + ${points} = ${total}`,
    isOut,
    isEliminated: hand.eliminated.includes(seat),
  };
}

const dearestFirst = (cards: readonly string[], values: Values) =>
  cards.toSorted((one, other) => pointsOf(other, values) - pointsOf(one, values));

/** What was wild in a counted hand, by its indicator. */
export function valuesIn({ indicator }: Pick<CountedHand, "indicator">, game: Values["game"]): Values {
  const ranks = [game === "dynamitis" ? "2" : "", game === "koumkan" ? "" : (indicator?.[0] ?? "")].filter(Boolean);
  return { game, wild: ["X", ...ranks] };
}
