import type { Say } from "../../games/api";
import { cardName, nameOfSuit } from "../names";
import { rankLetter } from "./faces";
import { type AnyMeld, type AnyView, sideOf, wildsOf } from "./view";
import { nameOf, pairName, type Sitting } from "../../parts/sitting";

export { nameOf, type Sitting };

type Seen = Pick<AnyView, "seats" | "seat">;

/** What the parts of a table of melds need for their words. */
export interface Words<V = AnyView> {
  view: V;
  seats: readonly Sitting[];
  say: Say;
}

/** A side: "We" and "They" to who sits here, else by their names. */
export function sideName(view: Seen, seats: readonly Sitting[], side: number, say: Say): string {
  const mine = view.seat !== null && sideOf(view.seat) === side;
  const pairs = view.seats === 4;
  if (view.seat !== null && pairs) return say(mine ? "cards:melds.we" : "cards:melds.they");
  if (mine) return say("cards:melds.you");
  return pairs ? pairName(seats, side, say) : nameOf(seats, side);
}

/** What a wild card stands for: a card, or in a group the rank alone. */
export function standsFor(code: string, say: Say): string {
  return code.length === 2 ? cardName(code, say) : say(`cards:ranks.${code}`);
}

/** Which kind a long meld is, or that it never counts as one: the game's own words, under it and in its name. */
export type BadgeName<M> = (meld: M, say: Say) => string;

/** A meld in words: what it is, what works as wild cards, which kind it is. */
export function meldName<M extends AnyMeld>(meld: M, badge: BadgeName<M>, say: Say): string {
  const parts = [meld.kind === "run" ? runName(meld, say) : groupName(meld, say)];
  for (const { at, code } of wildsOf(meld)) {
    const card = cardName(meld.cards[at] ?? "", say);
    parts.push(say("cards:melds.meld.wild", { card, place: standsFor(code, say) }));
  }
  if (!isGrowing(meld)) parts.push(badge(meld, say));
  return parts.filter(Boolean).join(", ");
}

/** Whether a meld may still become one that counts. */
export const isGrowing = ({ missing }: Pick<AnyMeld, "missing">) => missing !== null && missing > 0;

function runName({ suit, low, cards }: AnyMeld, say: Say): string {
  const place = (at: number) => say(`cards:ranks.${rankLetter(at)}`);
  const from = low ?? 1;
  const [first, last] = [place(from), place(from + cards.length - 1)];
  return say("cards:melds.meld.run", { suit: nameOfSuit(suit ?? "", say), low: first, high: last });
}

const groupName = ({ kind, rank, cards }: AnyMeld, say: Say) =>
  say(`cards:melds.meld.${kind}`, { rank: say(`cards:ranks.${rank}`), count: cards.length });
