import { cardName, nameOfSuit } from "../../cards/names";
import { placeOf } from "../../parts/places";
import type { Say } from "../api";
import { rankLetter } from "./faces";
import { type MeldView, sideOf, type View } from "./view";

export interface Sitting {
  name: string | null;
  bot: boolean;
}

type Seen = Pick<View, "seats" | "seat">;

/** Who sits where, in a word: computers by their place, for they have no names. */
export function nameOf(view: Seen, seats: readonly Sitting[], seat: number, say: Say): string {
  const who = seats[seat];
  if (!who) return "";
  return who.bot ? say(`computer.${placeOf(seat, view.seats, view.seat)}`) : (who.name ?? "");
}

/** A side: "We" and "They" to who sits here, else by their names. */
export function sideName(view: Seen, seats: readonly Sitting[], side: number, say: Say): string {
  const mine = view.seat !== null && sideOf(view.seat) === side;
  const pairs = view.seats === 4;
  if (view.seat !== null && pairs) return say(mine ? "we" : "they");
  if (mine) return say("you");
  const one = nameOf(view, seats, side, say);
  return pairs ? say("pair", { one, other: nameOf(view, seats, side + 2, say) }) : one;
}

/** What a wild card stands for: a card, or in a column the rank alone. */
export function standsFor(code: string, say: Say): string {
  return code.length === 2 ? cardName(code, say) : say(`cards:ranks.${code}`);
}

/** A meld in words: what it is, what works as a wild card, which biriba it is. */
export function meldName(meld: MeldView, say: Say): string {
  const parts = [meld.kind === "run" ? runName(meld, say) : columnName(meld, say)];
  const wild = meld.wild === null ? undefined : meld.cards[meld.wild];
  if (wild && meld.stands_for) {
    parts.push(say("meld.wild", { card: cardName(wild, say), place: standsFor(meld.stands_for, say) }));
  }
  if (meld.missing === 0) parts.push(badgeName(meld, say));
  return parts.join(", ");
}

function runName({ suit, low, cards }: MeldView, say: Say): string {
  const place = (at: number) => say(`cards:ranks.${rankLetter(at)}`);
  const from = low ?? 1;
  return say("meld.run", { suit: nameOfSuit(suit ?? "", say), low: place(from), high: place(from + cards.length - 1) });
}

const columnName = ({ rank, cards }: MeldView, say: Say) =>
  say("meld.column", { rank: say(`cards:ranks.${rank}`), count: cards.length });

/** Which biriba a meld is: clean, dirty, full; of trumps or not; what it brings. */
export function badgeName({ class: kind, trump, bonus }: MeldView, say: Say): string {
  return say(trump ? "badge.trump" : "badge.plain", { kind: say(`badge.${kind}`), bonus });
}
