/** Where a replay that plays by itself stands, and what comes next. Pure: the page counts the time. */

export interface Place {
  hand: number;
  position: number;
}

export interface Hand {
  number: number;
  events: number;
}

export type Speed = "slow" | "usual" | "quick";
export const SPEEDS: readonly Speed[] = ["slow", "usual", "quick"];

/** How long a play is shown. */
export const STEP_MS: Readonly<Record<Speed, number>> = { slow: 2_400, usual: 1_200, quick: 500 };

/** What the server calls an event that is not shown (services/tables/RULES.md §23). */
const HIDDEN = "hidden";

/** The place after this one: the next position that shows something, or the next hand; null: it was the last. */
export function nextPlace(
  hands: readonly Hand[],
  place: Place,
  positions: readonly { kind: string | null }[],
): Place | null {
  const at = hands.findIndex((each) => each.number === place.hand);
  const hand = hands[at];
  if (!hand) return null;
  for (let position = place.position + 1; position <= hand.events; position += 1) {
    if (positions[position]?.kind !== HIDDEN) return { hand: hand.number, position };
  }
  const following = hands[at + 1];
  return following ? { hand: following.number, position: 0 } : null;
}

/** Where a page begins: at the moment that its address names, `#HAND.POSITION`, else at the beginning. */
export function placeIn(hash: string, hands: readonly Hand[]): Place {
  const [, hand, position] = /^#(\d{1,6})\.(\d{1,6})$/.exec(hash) ?? [];
  const known = hands.find((each) => each.number === Number(hand));
  if (known) return { hand: known.number, position: Math.min(Number(position), known.events) };
  return { hand: hands[0]?.number ?? 1, position: 0 };
}
