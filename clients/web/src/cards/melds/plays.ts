import { isWild, rankOf, without } from "./faces";
import type { End, Meld, Read } from "./runs";
import type { AnyMeld, Play, Side } from "./view";

/** What plays are made from: a hand and the melds on the table, now or after some that are only thought. */
export interface Position<M extends AnyMeld> {
  side: Side;
  hand: readonly string[];
  melds: readonly M[];
  /** Whether the side's pot is still there. */
  pot: boolean;
}

/** What a game says of melds. The server decides; with this the page shows how cards will lie before they are sent. */
export interface Laws<P extends Position<M>, M extends AnyMeld> {
  /** A new meld of these cards, in this order if they can lie so. */
  read: (cards: readonly string[], position: P) => Read;
  /** A meld after one more card. */
  laid: (meld: Meld, card: string, end: End | null) => Read;
  /** A meld as the view shows it. */
  shown: (meld: Meld, id: number, position: P) => M;
  /** Why a play may not leave so many cards, with these melds on the table after it. */
  keepRefusal: (left: number, melds: readonly M[], position: P) => string | null;
}

/** A play that is allowed, and the meld it makes. */
export interface Offer<M> {
  play: Play;
  meld: M;
  /** The meld to which the cards are laid. */
  before: M | null;
}

export interface Offers<M> {
  /** New melds first, then own melds that take the cards. */
  offers: Offer<M>[];
  /** Why the cards make no new meld; null: they do. */
  refused: string | null;
}

/** So many are shown at once; of more, those of one meld at a time. */
export const OFFERS_MAX = 3;

const ENDS: readonly (End | null)[] = [null, "low", "high"];

/** What can be played from a position by a game's laws. */
export interface Plays<P, M> {
  /** The position after a play, or the code of why it is refused. Nobody knows the cards of a pot that is taken. */
  played: (position: P, play: Play) => P | string;
  /** Everything that the cards can be, the way they were picked first; alike results once. */
  offersOf: (position: P, cards: readonly string[]) => Offers<M>;
  /** The ways to lay the cards off on one meld. */
  layOffs: (position: P, meld: number, cards: readonly string[]) => Offer<M>[];
  /** Why the cards cannot be laid off on this meld. */
  layOffRefusal: (position: P, meld: number, cards: readonly string[]) => string;
}

export function playsBy<P extends Position<M>, M extends AnyMeld>(laws: Laws<P, M>): Plays<P, M> {
  const played = (position: P, play: Play) => playedBy(laws, position, play);

  function layOffs(position: P, meld: number, cards: readonly string[]): Offer<M>[] {
    const plays = ways(cards).flatMap((way) =>
      ENDS.map((end): Play => ({ move: "lay_off", meld, cards: way, ...(end && { end }) })),
    );
    return distinct(laws, position, plays);
  }

  function offersOf(position: P, cards: readonly string[]): Offers<M> {
    if (cards.length === 0) return { offers: [], refused: "too_few_cards" };
    const tries = ways(cards).map((way): Play => ({ move: "meld", cards: way }));
    const melds = distinct(laws, position, tries);
    const own = position.melds.filter(({ side }) => side === position.side);
    const added = own.flatMap(({ id }) => layOffs(position, id, cards));
    const first = played(position, { move: "meld", cards: [...cards] });
    const refused = melds.length > 0 ? null : typeof first === "string" ? first : null;
    return { offers: [...melds, ...added], refused };
  }

  function layOffRefusal(position: P, meld: number, cards: readonly string[]): string {
    const found = played(position, { move: "lay_off", meld, cards: [...cards] });
    return typeof found === "string" ? found : "does_not_fit";
  }

  return { played, offersOf, layOffs, layOffRefusal };
}

function playedBy<P extends Position<M>, M extends AnyMeld>(laws: Laws<P, M>, position: P, play: Play): P | string {
  const hand = without(position.hand, play.cards);
  if (hand === null || play.cards.length === 0) return "card_not_in_hand";
  const changed = laidDown(laws, position, play);
  if (typeof changed === "string") return changed;
  const others = position.melds.filter(({ id }) => id !== changed.id);
  const melds = [...others, changed].sort((one, other) => one.id - other.id);
  const refused = laws.keepRefusal(hand.length, melds, position);
  return refused ?? { ...position, hand, melds, pot: position.pot && hand.length > 0 };
}

/** The meld that a play lays or changes. */
function laidDown<P extends Position<M>, M extends AnyMeld>(laws: Laws<P, M>, position: P, play: Play): M | string {
  const { melds, side } = position;
  if (play.move === "meld") {
    const read = laws.read(play.cards, position);
    return typeof read === "string" ? read : laws.shown(read, (melds.at(-1)?.id ?? 0) + 1, position);
  }
  const lying = melds.find(({ id }) => id === play.meld);
  if (!lying) return "unknown_meld";
  if (lying.side !== side) return "not_your_meld";
  let read: Read = meldOf(lying);
  for (const card of play.cards) {
    if (typeof read === "string") break;
    read = laws.laid(read, card, play.end ?? null);
  }
  return typeof read === "string" ? read : laws.shown(read, lying.id, position);
}

/** A meld of the view as the rules know it. */
export function meldOf({ kind, suit, low, rank, cards, wild }: AnyMeld): Meld {
  const lo = low ?? rankOf(rank ?? "");
  return { kind: kind === "run" ? "run" : "group", suit: suit ?? "", lo, cards, wild: [wild ?? []].flat() };
}

/** The orders that are worth a try: as picked; from low to high or high to low, wild cards before or after. */
function ways(cards: readonly string[]): string[][] {
  const wild = cards.filter(isWild);
  const natural = cards.filter((card) => !isWild(card)).sort((one, other) => rankOf(one) - rankOf(other));
  const down = natural.toReversed();
  return [[...cards], [...natural, ...wild], [...wild, ...natural], [...down, ...wild], [...wild, ...down]];
}

/** The plays that are allowed, each result once. */
function distinct<P extends Position<M>, M extends AnyMeld>(
  laws: Laws<P, M>,
  position: P,
  plays: readonly Play[],
): Offer<M>[] {
  const found = new Map<string, Offer<M>>();
  for (const play of plays) {
    const after = playedBy(laws, position, play);
    if (typeof after === "string") continue;
    const meld = after.melds.find((each) => !position.melds.includes(each));
    if (!meld) continue;
    const key = `${meld.id} ${meld.low} ${[...meld.cards].join(" ")}`;
    const before = position.melds.find(({ id }) => id === meld.id) ?? null;
    if (!found.has(key)) found.set(key, { play, meld, before });
  }
  return [...found.values()];
}
