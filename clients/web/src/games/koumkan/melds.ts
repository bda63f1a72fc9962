import { rankLetter, rankOf, suitOf } from "../../cards/melds/faces";
import { isWild, JOKERS_ALONE } from "./faces";
import type { MeldView } from "./view";

/*
 * What cards make a meld, how they lie, and what may be done with one that lies (games/koumkan/RULES.md
 * §4, §6.1). The server decides; this shows it before anything is sent. cases.json holds what the server says.
 */

export type Kind = "run" | "group";
export type End = "low" | "high";

/** Cards as they lie: a run from low to high, a group with its natural cards first. */
export interface Meld {
  kind: Kind;
  /** Of a run. */
  suit: string;
  /** A run's first place, 1 (ace) … 13; a group's rank. */
  lo: number;
  cards: readonly string[];
}

/** A meld, or the code of why there is none. */
export type Read = Meld | string;

const MELD_MIN = 3;
const GROUP_MAX = 4;
const RUN_MAX = 13;

/** What cards can be: a run, a group, both, or nothing. */
export function kindsOf(cards: readonly string[], wild: readonly string[]): Kind[] {
  const natural = cards.filter((card) => !isWild(card, wild));
  if (cards.length < MELD_MIN || natural.length === 0) return [];
  const kinds: Kind[] = [];
  if (isRun(natural, cards.length)) kinds.push("run");
  if (isGroup(natural, cards.length)) kinds.push("group");
  return kinds;
}

function isRun(natural: readonly string[], count: number): boolean {
  const places = natural.map(rankOf);
  const span = Math.max(...places) - Math.min(...places);
  return hasOne(natural.map(suitOf)) && !hasTwice(places) && span < count && count <= RUN_MAX;
}

function isGroup(natural: readonly string[], count: number): boolean {
  return count <= GROUP_MAX && hasOne(natural.map(rankOf)) && !hasTwice(natural.map(suitOf));
}

const hasOne = (values: readonly unknown[]) => new Set(values).size === 1;
const hasTwice = (values: readonly unknown[]) => new Set(values).size < values.length;

/** A new meld of these cards, in this order if they can lie so; a group where both kinds are possible and none is asked. */
export function readMeld(cards: readonly string[], kind: Kind | null = null): Read {
  if (cards.length < MELD_MIN) return "too_few_cards";
  if (cards.every((card) => isWild(card, JOKERS_ALONE))) return "not_enough_naturals";
  const kinds = kindsOf(cards, JOKERS_ALONE);
  const chosen = kind ?? (kinds.includes("group") ? "group" : "run");
  return kinds.includes(chosen) ? arranged(cards, chosen, JOKERS_ALONE) : "not_a_meld";
}

/** Cards that are a meld of this kind, as they lie. */
export function arranged(cards: readonly string[], kind: Kind, wild: readonly string[]): Meld {
  const fill = cards.filter((card) => isWild(card, wild));
  const natural = cards.filter((card) => !isWild(card, wild));
  if (kind === "group") return groupOf(natural, fill);
  return asListed(cards, wild) ?? filled(natural, fill);
}

function groupOf(natural: readonly string[], fill: readonly string[]): Meld {
  return { kind: "group", suit: "", lo: rankOf(natural[0] ?? ""), cards: [...natural, ...fill] };
}

const runOf = (suit: string, lo: number, cards: readonly string[]): Meld => ({ kind: "run", suit, lo, cards });

/** Cards of one suit from low to high as they are listed; null: so they make no run. */
function asListed(cards: readonly string[], wild: readonly string[]): Meld | null {
  const known = cards.findIndex((card) => !isWild(card, wild));
  const first = cards[known] ?? "";
  const lo = rankOf(first) - known;
  const fits = cards.every((card, at) => isWild(card, wild) || rankOf(card) === lo + at);
  return fits && lo >= 1 && lo + cards.length - 1 <= RUN_MAX ? runOf(suitOf(first), lo, cards) : null;
}

/** Natural cards on their places, wild ones in the gaps, then at the high end, then at the low one. */
function filled(natural: readonly string[], fill: readonly string[]): Meld {
  const fixed = new Map(natural.map((card) => [rankOf(card), card]));
  const left = [...fill];
  let lo = Math.min(...fixed.keys());
  const hi = Math.max(...fixed.keys());
  const cards: string[] = [];
  for (let place = lo; place <= hi; place++) cards.push(fixed.get(place) ?? left.shift() ?? "");
  for (const card of left) {
    if (lo + cards.length <= RUN_MAX) cards.push(card);
    else {
      cards.unshift(card);
      lo -= 1;
    }
  }
  return runOf(suitOf(natural[0] ?? ""), lo, cards);
}

// --- melds that lie on the table ---

const isJoker = (card: string) => isWild(card, JOKERS_ALONE);
const naturalOf = ({ cards }: Meld) => cards.filter((card) => !isJoker(card));
const jokersOf = ({ cards }: Meld) => cards.filter(isJoker);
const hiOf = ({ lo, cards }: Meld) => lo + cards.length - 1;

/** A meld after several cards in their order, all or nothing. */
export function allLaid(meld: Meld, cards: readonly string[], end: End | null): Read {
  let read: Read = meld;
  for (const card of cards) {
    if (typeof read === "string") return read;
    read = laid(read, card, end);
  }
  return read;
}

function laid(meld: Meld, card: string, end: End | null): Read {
  if (meld.kind === "group") return laidOnGroup(meld, card);
  const [lo, hi] = [meld.lo, hiOf(meld)];
  if (isJoker(card)) {
    const side = end ?? (hi < RUN_MAX ? "high" : "low");
    const isFull = side === "low" ? lo === 1 : hi === RUN_MAX;
    return isFull ? "does_not_fit" : extended(meld, card, side);
  }
  if (suitOf(card) !== meld.suit) return "does_not_fit";
  if (lo > 1 && rankOf(card) === lo - 1) return extended(meld, card, "low");
  return hi < RUN_MAX && rankOf(card) === hi + 1 ? extended(meld, card, "high") : "does_not_fit";
}

function extended({ suit, lo, cards }: Meld, card: string, end: End): Meld {
  return end === "low" ? runOf(suit, lo - 1, [card, ...cards]) : runOf(suit, lo, [...cards, card]);
}

function laidOnGroup(meld: Meld, card: string): Read {
  if (meld.cards.length === GROUP_MAX) return "does_not_fit";
  if (isJoker(card)) return groupOf(naturalOf(meld), [...jokersOf(meld), card]);
  return isMissing(meld, card) ? groupOf([...naturalOf(meld), card], jokersOf(meld)) : "does_not_fit";
}

/** Whether a natural card is of the group's rank, with a suit that none of its natural cards has. */
function isMissing(group: Meld, card: string): boolean {
  return rankOf(card) === group.lo && naturalOf(group).every((each) => suitOf(each) !== suitOf(card));
}

/** A meld with a natural card in place of a joker, which comes to hand. */
export function swapped(meld: Meld, card: string): Read {
  const jokers = jokersOf(meld);
  if (jokers.length === 0) return "no_joker";
  if (isJoker(card)) return "does_not_fit";
  if (meld.kind === "group") {
    return isMissing(meld, card) ? groupOf([...naturalOf(meld), card], jokers.slice(1)) : "does_not_fit";
  }
  const at = rankOf(card) - meld.lo;
  if (suitOf(card) !== meld.suit || !isJoker(meld.cards[at] ?? "")) return "does_not_fit";
  return runOf(meld.suit, meld.lo, meld.cards.with(at, card));
}

// --- as the view has them ---

/** A meld of the view as the rules of this file know it. */
export function meldOf({ kind, suit, low, rank, cards }: MeldView): Meld {
  return { kind, suit: suit ?? "", lo: low ?? rankOf(rank ?? ""), cards };
}

/** A meld as the view shows it; on the table jokers alone are wild. */
export function shown(meld: Meld, id: number, owner: number, ranks: readonly string[] = JOKERS_ALONE): MeldView {
  const inRow = meld.kind === "run";
  const place = (at: number) => rankLetter(inRow ? meld.lo + at : meld.lo) + meld.suit;
  const wild = meld.cards.flatMap((card, at) => (isWild(card, ranks) ? [at] : []));
  return {
    id,
    owner,
    kind: meld.kind,
    suit: inRow ? (meld.suit as MeldView["suit"]) : null,
    low: inRow ? meld.lo : null,
    rank: inRow ? null : rankLetter(meld.lo),
    cards: [...meld.cards],
    stands_for: wild.map((index) => ({ index, card: place(index) })),
  };
}
