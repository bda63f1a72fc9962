import { isWild, rankLetter, rankOf, suitOf } from "../../cards/melds/faces";
import { groupOf, laidOnGroup } from "../../cards/melds/groups";
import { arranged, asListed, type End, laidOnRun, type Meld, type Read, settled } from "../../cards/melds/runs";
import type { Side } from "../../cards/melds/view";
import { pointsOf } from "./points";
import type { MeldView } from "./view";

/*
 * What cards make a meld and what may be laid off on one. The server decides; this shows how cards will lie before
 * they are sent, and says at once why something cannot be. cases.json holds what the server says.
 */

const NATURALS_MIN = 2;
const CANASTA_CARDS = 7;
const HALF_ROYAL_CARDS = 13;
const ROYAL_CARDS = 14;

/** At least two natural cards, and never more wild cards than those. */
function limit({ cards, wild }: Meld): string | null {
  const naturals = cards.length - wild.length;
  return naturals < Math.max(NATURALS_MIN, wild.length) ? "not_enough_naturals" : null;
}

const limited = (meld: Meld): Read => limit(meld) ?? meld;

/** A new meld of these cards, in this order if they can lie so. */
export function readMeld(cards: readonly string[]): Read {
  const natural = cards.filter((card) => !isWild(card));
  const [first] = natural;
  if (cards.length < 3) return "too_few_cards";
  if (first === undefined) return "not_enough_naturals";
  if (natural.length >= NATURALS_MIN && natural.every((card) => rankOf(card) === rankOf(first))) {
    return limited(groupOf(natural, cards.filter(isWild)));
  }
  const isOneSuit = natural.every((card) => suitOf(card) === suitOf(first));
  return isOneSuit ? readRun(suitOf(first), cards, natural.length) : "mixed_suits";
}

function readRun(suit: string, cards: readonly string[], naturals: number): Read {
  const listed = asListed(suit, cards);
  const found = listed && !limit(listed) ? listed : arranged(suit, cards);
  if (!found) return naturals === 1 ? "not_enough_naturals" : "not_consecutive";
  return limit(found) ?? settled(found);
}

/** A meld after one more card. */
export function laid(meld: Meld, card: string, end: End | null): Read {
  if (meld.kind === "run") return laidOnRun(limit, meld, card, end);
  const found = laidOnGroup(meld, card);
  return found ? limited(found) : "does_not_fit";
}

/** A meld as the view shows it. */
export function shown(meld: Meld, id: number, side: Side): MeldView {
  const isRun = meld.kind === "run";
  const named = classOf(meld);
  return {
    id,
    side,
    kind: meld.kind,
    suit: isRun ? (meld.suit as MeldView["suit"]) : null,
    low: isRun ? meld.lo : null,
    rank: isRun ? null : rankLetter(meld.lo),
    cards: [...meld.cards],
    wild: [...meld.wild],
    stands_for: meld.wild.map((at) => rankLetter(isRun ? meld.lo + at : meld.lo) + meld.suit),
    class: named,
    missing: isRun ? Math.max(0, CANASTA_CARDS - meld.cards.length) : null,
    bonus: BONUS[named],
    points: pointsOf(meld.cards),
  };
}

const BONUS: Readonly<Record<MeldView["class"], number>> = {
  open: 0,
  dirty: 100,
  clean: 200,
  half_royal: 500,
  royal: 1000,
};

function classOf({ kind, cards, wild }: Meld): MeldView["class"] {
  if (kind === "group" || cards.length < CANASTA_CARDS) return "open";
  if (wild.length > 0) return "dirty";
  if (cards.length === ROYAL_CARDS) return "royal";
  return cards.length === HALF_ROYAL_CARDS ? "half_royal" : "clean";
}

/** Whether a meld counts as a clean canasta, which going out asks for. */
export const isClean = ({ class: kind }: Pick<MeldView, "class">) => kind !== "open" && kind !== "dirty";
