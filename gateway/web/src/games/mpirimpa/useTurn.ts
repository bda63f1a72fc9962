import { useState } from "react";
import { codeOf } from "../../cards/ids";
import type { GameProps } from "../api";
import { without } from "./faces";
import {
  drafted,
  isJustified,
  layOffRefusal,
  layOffs,
  type Offers,
  offersOf,
  OFFERS_MAX,
  type Position,
  positionOf,
} from "./plays";
import type { Move, Play, View } from "./view";

/** What the viewer has in mind and can do. */
export interface Turn {
  /** Hand and melds: as they are, or as they will be with the pile and the plays of the draft. */
  position: Position | null;
  /** Pro: the plays with which the pile is being taken; null: it is not. */
  draft: readonly Play[] | null;
  /** The ids of the chosen cards, in the order in which they were picked. */
  chosen: readonly string[];
  offers: Offers;
  /** The meld for which an end is to be chosen. */
  asked: number | null;
  toggle: (id: string) => void;
  clear: () => void;
  draw: () => void;
  takePile: () => void;
  make: (play: Play) => void;
  meld: () => void;
  layOff: (meld: number, id?: string) => void;
  discard: (id?: string) => void;
  undo: () => void;
}

interface Draft {
  stamp: string;
  plays: readonly Play[];
}

/** What a draft was begun from: with anything else it is forgotten. */
const stampOf = ({ hand_number, stock_count, pile }: View) => `${hand_number} ${stock_count} ${pile.join("")}`;

/** Choosing cards, trying out what they make, and sending it; in Pro the pile in two steps. */
export function useTurn(props: GameProps<View, Move>): Turn {
  const { view, you, yourTurn } = props;
  const [kept, setKept] = useState<Draft | null>(null);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState<number | null>(null);
  const live = yourTurn && view.now?.take_pile === null && kept?.stamp === stampOf(view);
  const draft = live ? kept.plays : null;
  const position = you === null || !view.now ? null : positionNow(view, you, draft);
  const chosen = position ? stillHeld(picked, position.hand) : [];
  const choose = (ids: readonly string[]) => {
    setPicked(ids);
    setAsked(null);
  };
  const setDraft = (plays: readonly Play[] | null) => {
    setKept(plays && { stamp: stampOf(view), plays });
    choose([]);
  };
  const offers = position ? offersOf(position, chosen.map(codeOf)) : { offers: [], refused: null };
  const acts = actsOf({ ...props, position, draft, chosen, offers, choose, setDraft, asked, setAsked });
  const toggle = (id: string) => choose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return { position, draft, chosen, offers, asked, toggle, clear: () => choose([]), ...acts };
}

function positionNow(view: View, you: number, draft: readonly Play[] | null): Position {
  const now = positionOf(view, you);
  const thought = draft && drafted(now, view.pile, draft);
  return thought && typeof thought !== "string" ? thought : now;
}

/** Of the ids those that the hand still has, each copy once. */
function stillHeld(ids: readonly string[], hand: readonly string[]): readonly string[] {
  let left: readonly string[] = hand;
  return ids.filter((id) => {
    const rest = without(left, [codeOf(id)]);
    left = rest ?? left;
    return rest !== null;
  });
}

interface Means extends GameProps<View, Move> {
  position: Position | null;
  draft: readonly Play[] | null;
  chosen: readonly string[];
  offers: Offers;
  choose: (ids: readonly string[]) => void;
  setDraft: (plays: readonly Play[] | null) => void;
  asked: number | null;
  setAsked: (meld: number | null) => void;
}

type Acts = Pick<Turn, "draw" | "takePile" | "make" | "meld" | "layOff" | "discard" | "undo">;

function actsOf(means: Means): Acts {
  const { view, position, draft, chosen, offers, choose, setDraft, asked, setAsked } = means;
  const { send, may } = sending(means);
  const cardsOf = (id?: string) => (id && !chosen.includes(id) ? [id] : chosen).map(codeOf);

  function make(play: Play) {
    if (draft) setDraft([...draft, play]);
    else if (may(view.now?.meld)) send(play);
  }

  function layOff(meld: number, id?: string) {
    const cards = cardsOf(id);
    if (!position || cards.length === 0 || !(draft || may(view.now?.meld))) return;
    const ways = layOffs(position, meld, cards);
    const [only] = ways;
    if (!only) return means.refuse(layOffRefusal(position, meld, cards));
    const isSeen = id !== undefined || asked === meld || offers.offers.length <= OFFERS_MAX;
    if (ways.length === 1 && isSeen) return make(only.play);
    if (id && !chosen.includes(id)) choose([id]);
    setAsked(meld);
  }

  return {
    make,
    layOff,
    draw: () => may(view.now?.draw) && send({ move: "draw" }),
    takePile: () => takePile(means, send, may),
    meld: () => {
      const play = offers.offers.find(({ before }) => before === null)?.play;
      if (play) make(play);
      else means.refuse(offers.refused ?? "too_few_cards");
    },
    discard: (id) => {
      const [card, ...others] = cardsOf(id);
      if (!card || others.length > 0 || draft || !may(view.now?.discard)) return;
      const code = position && discardRefusal(view, position, card);
      if (code) means.refuse(code);
      else send({ move: "discard", card });
    },
    undo: () => setDraft(draft && draft.length > 0 ? draft.slice(0, -1) : null),
  };
}

/** Sends while nothing is on its way; says why where every such move is refused. */
function sending({ yourTurn, pending, move, refuse, choose }: Means) {
  const send = (wanted: Move) => {
    choose([]);
    move(wanted);
  };
  const may = (code: string | null | undefined): boolean => {
    if (pending) return false;
    const why = yourTurn ? code : (code ?? "not_your_turn");
    if (why) refuse(why);
    return !why;
  };
  return { send, may };
}

/** The free pile is simply taken; in Pro the first press begins a draft, the second sends it. */
function takePile(means: Means, send: (move: Move) => void, may: (code: string | null | undefined) => boolean): void {
  const { view, draft, setDraft, refuse } = means;
  if (!may(view.now?.take_pile)) return;
  if (!view.pro) send({ move: "take_pile" });
  else if (draft === null) setDraft([]);
  else if (!isJustified(view.pile, draft)) refuse("pile_not_justified");
  else send({ move: "take_pile", plays: [...draft] });
}

function discardRefusal(view: View, position: Position, card: string): string | null {
  if (view.now?.barred === card) return "cannot_return_card";
  const isLast = position.hand.length === 1;
  return isLast && position.pot && !view.biriba[position.side] ? "no_biriba" : null;
}
