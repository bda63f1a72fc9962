import { isTwo, isWild, rankLetter, rankOf, suitOf } from "../../cards/melds/faces";
import { groupOf, laidOnGroup } from "../../cards/melds/groups";
import { arranged, asListed, type End, HOME, laidOnRun, type Meld, type Read, settled } from "../../cards/melds/runs";
import type { Side } from "../../cards/melds/view";
import { pointsOf } from "./points";
import type { MeldView } from "./view";

/*
 * What cards make a meld and what may be laid off on one. The server decides; this shows how cards will lie before
 * they are sent, and says at once why something cannot be. cases.json holds what the server says.
 */

const BIRIBA_CARDS = 7;
const FULL_CARDS = 13;

/** At most one working wild card; beside a natural two it must be a joker. */
function limit({ lo, cards, wild }: Meld): string | null {
  if (wild.length > 1) return "too_many_wildcards";
  const [at] = wild;
  if (at === undefined) return null;
  const home = cards[HOME - lo];
  const naturalTwo = HOME - lo !== at && home !== undefined && isTwo(home);
  return naturalTwo && isTwo(cards[at] ?? "") ? "too_many_wildcards" : null;
}

/** A new meld of these cards, in this order if they can lie so. */
export function readMeld(cards: readonly string[], columns: boolean): Read {
  const wild = cards.filter(isWild);
  const natural = cards.filter((card) => !isWild(card));
  const [first] = natural;
  if (cards.length < 3) return "too_few_cards";
  if (first === undefined) return "not_enough_naturals";
  if (wild.length > 2 || (wild.length === 2 && wild.every(isTwo)) || (wild.length === 2 && !wild.some(isTwo))) {
    return "too_many_wildcards";
  }
  if (natural.length > 1 && natural.every((card) => rankOf(card) === rankOf(first))) {
    if (!columns) return "columns_not_allowed";
    return wild.length === 2 ? "too_many_wildcards" : groupOf(natural, wild);
  }
  return natural.every((card) => suitOf(card) === suitOf(first))
    ? readRun(suitOf(first), cards, wild.length)
    : "mixed_suits";
}

function readRun(suit: string, cards: readonly string[], wild: number): Read {
  const listed = asListed(suit, cards);
  const found = listed && !limit(listed) ? listed : arranged(suit, cards);
  if (!found || limit(found)) return wild === 2 ? "too_many_wildcards" : "not_consecutive";
  return settled(found);
}

/** A meld after one more card. */
export function laid(meld: Meld, card: string, end: End | null): Read {
  if (meld.kind === "run") return laidOnRun(limit, meld, card, end);
  const found = laidOnGroup(meld, card);
  if (!found) return "does_not_fit";
  return found.wild.length > 1 ? "too_many_wildcards" : found;
}

/** A meld as the view shows it. */
export function shown(meld: Meld, id: number, side: Side, trump: string | null): MeldView {
  const isRun = meld.kind === "run";
  const [wild = null] = meld.wild;
  const isTrump = trump !== null && meld.suit === trump;
  const named = classOf(meld);
  return {
    id,
    side,
    kind: isRun ? "run" : "column",
    suit: isRun ? (meld.suit as MeldView["suit"]) : null,
    low: isRun ? meld.lo : null,
    rank: isRun ? null : rankLetter(meld.lo),
    cards: [...meld.cards],
    wild,
    stands_for: wild === null ? null : isRun ? rankLetter(meld.lo + wild) + meld.suit : rankLetter(meld.lo),
    class: named,
    missing: Math.max(0, BIRIBA_CARDS - meld.cards.length),
    trump: isTrump,
    bonus: BONUS[named][isTrump ? 1 : 0],
    points: pointsOf(meld.cards),
  };
}

/** By class: of any other meld, and of a run of trumps. */
const BONUS: Readonly<Record<MeldView["class"], readonly [number, number]>> = {
  open: [0, 0],
  dirty: [100, 300],
  clean: [200, 500],
  full_dirty: [100, 300],
  full_clean: [500, 1000],
};

function classOf({ kind, cards, wild }: Meld): MeldView["class"] {
  if (cards.length < BIRIBA_CARDS) return "open";
  const isClean = wild.length === 0;
  if (kind === "run" && cards.length >= FULL_CARDS) return isClean ? "full_clean" : "full_dirty";
  return isClean ? "clean" : "dirty";
}
