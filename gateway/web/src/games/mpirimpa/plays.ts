import { isWild, rankOf, without } from "./faces";
import { allLaid, meldOf, readMeld, shown } from "./melds";
import type { End } from "./runs";
import { type MeldView, type Play, type Side, sideOf, type View } from "./view";

/** What plays are made from: a hand and the melds on the table, now or after some that are only thought. */
export interface Position {
  side: Side;
  hand: readonly string[];
  melds: readonly MeldView[];
  trump: string | null;
  columns: boolean;
  /** Whether the side's pot is still there. */
  pot: boolean;
}

type Seen = Pick<View, "own_hand" | "melds" | "trump" | "columns" | "pot_taken">;

export function positionOf(view: Seen, seat: number): Position {
  const side = sideOf(seat);
  const { own_hand: hand, melds, trump, columns } = view;
  return { side, hand, melds, trump, columns, pot: !view.pot_taken[side] };
}

export function hasBiriba({ melds, side }: Pick<Position, "melds" | "side">): boolean {
  return melds.some((meld) => meld.side === side && meld.missing === 0);
}

/** The position after a play, or the code of why it is refused. An emptied hand has taken the pot, whose cards nobody knows. */
export function played(position: Position, play: Play): Position | string {
  const hand = without(position.hand, play.cards);
  if (hand === null || play.cards.length === 0) return "card_not_in_hand";
  const changed = laidDown(position, play);
  if (typeof changed === "string") return changed;
  const melds = [...position.melds.filter(({ id }) => id !== changed.id), changed].sort(
    (one, other) => one.id - other.id,
  );
  const refused = keepRefusal(hand.length, position.pot, hasBiriba({ melds, side: position.side }));
  return refused ?? { ...position, hand, melds, pot: position.pot && hand.length > 0 };
}

/** The meld that a play lays or changes. */
function laidDown({ melds, side, trump, columns }: Position, play: Play): MeldView | string {
  if (play.move === "meld") {
    const read = readMeld(play.cards, columns);
    return typeof read === "string" ? read : shown(read, (melds.at(-1)?.id ?? 0) + 1, side, trump);
  }
  const lying = melds.find(({ id }) => id === play.meld);
  if (!lying) return "unknown_meld";
  if (lying.side !== side) return "not_your_meld";
  const read = allLaid(meldOf(lying), play.cards, play.end ?? null);
  return typeof read === "string" ? read : shown(read, lying.id, side, trump);
}

/** Why a play may not leave so many cards. */
function keepRefusal(left: number, pot: boolean, biriba: boolean): string | null {
  if (!pot) return left > 0 ? null : "must_keep_discard";
  return biriba || left >= 2 ? null : "no_biriba";
}

/** The position with the pile in hand and the plays made; or the code, and which of them is refused. */
export function drafted(position: Position, pile: readonly string[], plays: readonly Play[]): Position | string {
  let now: Position | string = { ...position, hand: [...position.hand, ...pile] };
  for (const play of plays) {
    if (typeof now === "string") return now;
    now = now.pot === position.pot ? played(now, play) : "card_not_in_hand";
  }
  return now;
}

/** Whether some play names a card that is in the pile. */
export function isJustified(pile: readonly string[], plays: readonly Play[]): boolean {
  return plays.some(({ cards }) => cards.some((card) => pile.includes(card)));
}

// --- what chosen cards can be ---

/** A play that is allowed, and the meld it makes. */
export interface Offer {
  play: Play;
  meld: MeldView;
  /** The meld to which the cards are laid. */
  before: MeldView | null;
}

export interface Offers {
  /** New melds first, then own melds that take the cards. */
  offers: Offer[];
  /** Why the cards make no new meld; null: they do. */
  refused: string | null;
}

/** So many are shown at once; of more, those of one meld at a time. */
export const OFFERS_MAX = 3;

const ENDS: readonly (End | null)[] = [null, "low", "high"];

/** Everything that the cards can be, the way they were picked first; alike results once. */
export function offersOf(position: Position, cards: readonly string[]): Offers {
  if (cards.length === 0) return { offers: [], refused: "too_few_cards" };
  const melds = distinct(
    position,
    ways(cards).map((way): Play => ({ move: "meld", cards: way })),
  );
  const own = position.melds.filter(({ side }) => side === position.side);
  const added = own.flatMap(({ id }) => layOffs(position, id, cards));
  const first = played(position, { move: "meld", cards: [...cards] });
  const refused = melds.length > 0 ? null : typeof first === "string" ? first : null;
  return { offers: [...melds, ...added], refused };
}

/** The ways to lay the cards off on one meld. */
export function layOffs(position: Position, meld: number, cards: readonly string[]): Offer[] {
  const plays = ways(cards).flatMap((way) =>
    ENDS.map((end): Play => ({ move: "lay_off", meld, cards: way, ...(end && { end }) })),
  );
  return distinct(position, plays);
}

/** Why the cards cannot be laid off on this meld, in the order that comes furthest. */
export function layOffRefusal(position: Position, meld: number, cards: readonly string[]): string {
  const found = played(position, { move: "lay_off", meld, cards: [...cards] });
  return typeof found === "string" ? found : "does_not_fit";
}

/** The orders that are worth a try: as picked; from low to high or high to low, wild cards before or after. */
function ways(cards: readonly string[]): string[][] {
  const wild = cards.filter(isWild);
  const natural = cards.filter((card) => !isWild(card)).sort((one, other) => rankOf(one) - rankOf(other));
  const down = natural.toReversed();
  return [[...cards], [...natural, ...wild], [...wild, ...natural], [...down, ...wild], [...wild, ...down]];
}

/** The plays that are allowed, each result once. */
function distinct(position: Position, plays: readonly Play[]): Offer[] {
  const found = new Map<string, Offer>();
  for (const play of plays) {
    const after = played(position, play);
    if (typeof after === "string") continue;
    const meld = after.melds.find((each) => !position.melds.includes(each));
    if (!meld) continue;
    const key = `${meld.id} ${meld.low} ${[...meld.cards].join(" ")}`;
    const before = position.melds.find(({ id }) => id === meld.id) ?? null;
    if (!found.has(key)) found.set(key, { play, meld, before });
  }
  return [...found.values()];
}
