import { rankOf, without } from "../../cards/melds/faces";
import { isWild, JOKERS_ALONE } from "./faces";
import { allLaid, type End, meldOf, type Read, readMeld, shown, swapped } from "./melds";
import type { MeldView, Play, View } from "./view";

/** What plays are made from. */
export interface Position {
  seat: number;
  hand: readonly string[];
  melds: readonly MeldView[];
  /** Whether the seat has laid a meld of its own in this hand. */
  hasMelded: boolean;
}

export function positionOf(view: Pick<View, "own_hand" | "melds" | "melded">, seat: number): Position {
  return { seat, hand: view.own_hand, melds: view.melds, hasMelded: view.melded.includes(seat) };
}

/** A meld that a play makes, and the hand that is left. */
export interface Played {
  meld: MeldView;
  hand: readonly string[];
}

/** What a play makes, or the code of why it is refused (games/koumkan/RULES.md §6). */
export function played(position: Position, play: Play): Played | string {
  const cards = play.move === "swap_joker" ? [play.card] : play.cards;
  const hand = without(position.hand, cards);
  if (hand === null || cards.length === 0) return "card_not_in_hand";
  const lying = play.move === "meld" ? null : find(position, play.meld);
  if (typeof lying === "string") return lying;
  const read = lying === null ? newMeld(play) : changed(lying, play);
  if (typeof read === "string") return read;
  if (play.move === "swap_joker") return { meld: shown(read, lying?.id ?? 0, lying?.owner ?? 0), hand: [...hand, "X"] };
  if (hand.length === 0) return "must_keep_discard";
  const [id, owner] = lying ? [lying.id, lying.owner] : [(position.melds.at(-1)?.id ?? 0) + 1, position.seat];
  return { meld: shown(read, id, owner), hand };
}

/** Anybody's meld, for who has melded. */
function find({ melds, hasMelded }: Position, id: number): MeldView | string {
  const lying = melds.find((each) => each.id === id);
  if (!lying) return "unknown_meld";
  return hasMelded ? lying : "not_melded_yet";
}

const newMeld = (play: Play): Read => (play.move === "meld" ? readMeld(play.cards, play.kind ?? null) : "unknown_move");

function changed(lying: MeldView, play: Play): Read {
  if (play.move === "lay_off") return allLaid(meldOf(lying), play.cards, play.end ?? null);
  return play.move === "swap_joker" ? swapped(meldOf(lying), play.card) : "unknown_move";
}

// --- what chosen cards can be ---

/** A play that is allowed, and the meld it makes. */
export interface Offer {
  play: Play;
  meld: MeldView;
  /** The meld to which the cards are laid, or whose joker is swapped; null: a new one. */
  before: MeldView | null;
}

export interface Offers {
  /** New melds first, then melds on the table that take the cards. */
  offers: Offer[];
  /** Why the cards make no new meld; null: they do. */
  refused: string | null;
}

export const NO_OFFERS: Offers = { offers: [], refused: null };

const ENDS: readonly (End | null)[] = [null, "low", "high"];
const KINDS = ["group", "run"] as const;

/** Everything that the cards can be, the way they were picked first; alike results once. */
export function offersOf(position: Position, cards: readonly string[]): Offers {
  if (cards.length === 0) return { offers: [], refused: "too_few_cards" };
  const tries = ways(cards).flatMap((way) => KINDS.map((kind): Play => ({ move: "meld", cards: way, kind })));
  const melds = distinct(position, tries);
  const added = position.melds.flatMap(({ id }) => offersAt(position, id, cards));
  const first = played(position, { move: "meld", cards: [...cards] });
  const refused = melds.length > 0 ? null : typeof first === "string" ? first : null;
  return { offers: [...melds, ...added], refused };
}

/** What the cards can do on one meld: be laid off, or swapped for its joker. */
export function offersAt(position: Position, meld: number, cards: readonly string[]): Offer[] {
  const [card, ...others] = cards;
  const swaps: Play[] = card && others.length === 0 ? [{ move: "swap_joker", meld, card }] : [];
  const lays = ways(cards).flatMap((way) =>
    ENDS.map((end): Play => ({ move: "lay_off", meld, cards: way, ...(end && { end }) })),
  );
  return distinct(position, [...swaps, ...lays]);
}

/** Why the cards do nothing on this meld. */
export function refusalAt(position: Position, meld: number, cards: readonly string[]): string {
  const found = played(position, { move: "lay_off", meld, cards: [...cards] });
  return typeof found === "string" ? found : "does_not_fit";
}

/** The orders that are worth a try: as picked; from low to high with jokers on either side; from high to low. */
function ways(cards: readonly string[]): string[][] {
  const jokers = cards.filter((card) => isWild(card, JOKERS_ALONE));
  const natural = cards.filter((card) => !isWild(card, JOKERS_ALONE)).sort((one, other) => rankOf(one) - rankOf(other));
  const down = natural.toReversed();
  const up = [...jokers, ""].map((_, at) => [...jokers.slice(0, at), ...natural, ...jokers.slice(at)]);
  return [[...cards], ...up, [...down, ...jokers], [...jokers, ...down]];
}

/** The plays that are allowed, each result once. */
function distinct(position: Position, plays: readonly Play[]): Offer[] {
  const found = new Map<string, Offer>();
  for (const play of plays) {
    const after = played(position, play);
    if (typeof after === "string") continue;
    const { meld } = after;
    const key = `${meld.id} ${meld.kind} ${meld.low} ${sameCards(meld)} ${after.hand.length}`;
    const before = position.melds.find(({ id }) => id === meld.id) ?? null;
    if (!found.has(key)) found.set(key, { play, meld, before });
  }
  return [...found.values()];
}

/** A group's cards lie in the order in which they were picked: that makes no other meld. */
const sameCards = ({ kind, cards }: MeldView) => (kind === "group" ? [...cards].sort() : cards).join(" ");
