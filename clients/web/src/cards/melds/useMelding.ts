import { useState } from "react";
import type { GameProps } from "../../games/api";
import { codeOf } from "../ids";
import { without } from "./faces";
import { type Offer, type Offers, OFFERS_MAX, type Plays, type Position } from "./plays";
import type { AnyMeld, AnyView, Play } from "./view";

type Move = Play | { move: "draw" } | { move: "take_pile" } | { move: "discard"; card: string };

/** What the viewer has in mind and can do. */
export interface Melding<M extends AnyMeld = AnyMeld, P extends Position<M> = Position<M>> {
  /** Hand and melds, as they are or as they are thought to be; null for who only watches. */
  position: P | null;
  /** The ids of the chosen cards, in the order in which they were picked. */
  chosen: readonly string[];
  offers: Offers<M>;
  /** The meld for which an end is to be chosen. */
  asked: number | null;
  /** What is asked about before it is done. */
  doubted: Offer<M> | null;
  toggle: (id: string) => void;
  clear: () => void;
  draw: () => void;
  takePile: () => void;
  make: (offer: Offer<M>) => void;
  meld: () => void;
  layOff: (meld: number, id?: string) => void;
  discard: (id?: string) => void;
}

export interface Means<M extends AnyMeld, P extends Position<M>> extends Omit<
  GameProps<AnyView<M>, Move>,
  "seats" | "may" | "events"
> {
  plays: Plays<P, M>;
  position: P | null;
  /** Plays are only collected; null: they are sent. */
  collect?: ((play: Play) => void) | null;
  /** Why this card may not be discarded now, beside what the view says. */
  discardRefusal: (position: P, card: string) => string | null;
  /** Whether one should be asked before this is done. */
  isDoubtful?: (offer: Offer<M>) => boolean;
}

/** Choosing cards, trying out what they make, and sending it. */
export function useMelding<M extends AnyMeld, P extends Position<M>>(means: Means<M, P>): Melding<M, P> {
  const { position, plays } = means;
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState<number | null>(null);
  const [doubted, setDoubted] = useState<Offer<M> | null>(null);
  const chosen = position ? stillHeld(picked, position.hand) : [];
  const choose = (ids: readonly string[]) => {
    setPicked(ids);
    setAsked(null);
    setDoubted(null);
  };
  const offers = position ? plays.offersOf(position, chosen.map(codeOf)) : { offers: [], refused: null };
  const toggle = (id: string) => choose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const state = { chosen, offers, asked, doubted };
  const acts = actsOf({ ...means, ...state, choose, setAsked, setDoubted });
  return { position, ...state, toggle, clear: () => choose([]), ...acts };
}

/** Of the ids those that the hand still has, each copy once. */
export function stillHeld(ids: readonly string[], hand: readonly string[]): readonly string[] {
  let left: readonly string[] = hand;
  return ids.filter((id) => {
    const rest = without(left, [codeOf(id)]);
    left = rest ?? left;
    return rest !== null;
  });
}

interface Hands<M extends AnyMeld, P extends Position<M>>
  extends Means<M, P>, Pick<Melding<M, P>, "chosen" | "offers" | "asked" | "doubted"> {
  choose: (ids: readonly string[]) => void;
  setAsked: (meld: number | null) => void;
  setDoubted: (offer: Offer<M> | null) => void;
}

type Acts<M extends AnyMeld> = Pick<Melding<M>, "draw" | "takePile" | "make" | "meld" | "layOff" | "discard">;

function actsOf<M extends AnyMeld, P extends Position<M>>(means: Hands<M, P>): Acts<M> {
  const { view, position, plays, collect, chosen, offers, choose, asked, setAsked } = means;
  const { send, may } = sending(means);
  const cardsOf = (id?: string) => (id && !chosen.includes(id) ? [id] : chosen).map(codeOf);
  const make = (offer: Offer<M>) => made(means, offer, send, may);

  function layOff(meld: number, id?: string) {
    const cards = cardsOf(id);
    if (!position || cards.length === 0 || !(collect || may(view.now?.meld))) return;
    const ways = plays.layOffs(position, meld, cards);
    const [only] = ways;
    if (!only) return means.refuse(plays.layOffRefusal(position, meld, cards));
    if (id && !chosen.includes(id)) choose([id]);
    const isSeen = id !== undefined || asked === meld || offers.offers.length <= OFFERS_MAX;
    if (ways.length === 1 && isSeen) make(only);
    else setAsked(meld);
  }

  return {
    make,
    layOff,
    draw: () => may(view.now?.draw) && send({ move: "draw" }),
    takePile: () => may(view.now?.take_pile) && send({ move: "take_pile" }),
    meld: () => {
      const offer = offers.offers.find(({ before }) => before === null);
      if (offer) make(offer);
      else means.refuse(offers.refused ?? "too_few_cards");
    },
    discard: (id) => {
      const [card, ...others] = cardsOf(id);
      if (!card || others.length > 0 || collect || !may(view.now?.discard)) return;
      const barred = view.now?.barred === card ? "cannot_return_card" : null;
      const code = barred ?? (position && means.discardRefusal(position, card));
      if (code) means.refuse(code);
      else send({ move: "discard", card });
    },
  };
}

type May = (code: string | null | undefined) => boolean;

/** The play collected or sent; one that is doubtful is asked about first. */
function made<M extends AnyMeld, P extends Position<M>>(
  means: Hands<M, P>,
  offer: Offer<M>,
  send: (move: Move) => void,
  may: May,
): void {
  const { collect, isDoubtful, doubted, setDoubted, choose, view } = means;
  if (isDoubtful?.(offer) && doubted?.play !== offer.play) setDoubted(offer);
  else if (collect) {
    collect(offer.play);
    choose([]);
  } else if (may(view.now?.meld)) send(offer.play);
}

/** Sends while nothing is on its way; says why where every such move is refused. */
function sending<M extends AnyMeld, P extends Position<M>>({ yourTurn, pending, move, refuse, choose }: Hands<M, P>) {
  const send = (wanted: Move) => {
    choose([]);
    move(wanted);
  };
  const may: May = (code) => {
    if (pending) return false;
    const why = yourTurn ? code : (code ?? "not_your_turn");
    if (why) refuse(why);
    return !why;
  };
  return { send, may };
}
