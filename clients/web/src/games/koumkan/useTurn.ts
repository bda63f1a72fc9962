import { useState } from "react";
import { codeOf } from "../../cards/ids";
import { stillHeld } from "../../cards/melds/useMelding";
import type { GameProps } from "../api";
import { NO_OFFERS, type Offers, offersAt, offersOf, type Position, positionOf, refusalAt } from "./plays";
import { hasTable, type Move, type Play, type View } from "./view";

/** What the viewer has in mind and can do. */
export interface Turn {
  /** Hand and table; null for who only watches, or is out of the match. */
  position: Position | null;
  /** The ids of the chosen cards, in the order in which they were picked. */
  chosen: readonly string[];
  offers: Offers;
  /** The meld for which it is to be chosen what the cards shall do there. */
  asked: number | null;
  toggle: (id: string) => void;
  clear: () => void;
  draw: (from: "stock" | "discard") => void;
  make: (play: Play) => void;
  meld: () => void;
  /** The chosen cards, or the one with this id, on a meld of the table. */
  layOff: (meld: number, id?: string) => void;
  discard: (id?: string) => void;
  goOut: () => void;
}

/** So many offers are shown at once; of more, those of one meld at a time. */
export const OFFERS_MAX = 3;

/** Choosing cards, seeing what they make, and sending it. */
export function useTurn(props: GameProps<View, Move>): Turn {
  const { view, you } = props;
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState<number | null>(null);
  const plays = you !== null && view.now !== null && view.active.includes(you);
  const position = plays ? positionOf(view, you) : null;
  const chosen = position ? stillHeld(picked, position.hand) : [];
  const choose = (ids: readonly string[]) => {
    setPicked(ids);
    setAsked(null);
  };
  const offers = position && hasTable(view) ? offersOf(position, chosen.map(codeOf)) : NO_OFFERS;
  const toggle = (id: string) => choose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const state = { position, chosen, offers, asked };
  const acts = actsOf({ ...props, ...state, choose, setAsked });
  return { ...state, toggle, clear: () => choose([]), ...acts };
}

interface Means extends GameProps<View, Move>, Pick<Turn, "position" | "chosen" | "offers" | "asked"> {
  choose: (ids: readonly string[]) => void;
  setAsked: (meld: number | null) => void;
}

type Acts = Pick<Turn, "draw" | "make" | "meld" | "layOff" | "discard" | "goOut">;

function actsOf(means: Means): Acts {
  const { view, position, chosen, offers, refuse } = means;
  const { send, may } = sending(means);
  const make = (play: Play) => may(view.now?.meld) && send(play);
  return {
    make,
    draw: (from) =>
      may(from === "stock" ? view.now?.draw_stock : view.now?.draw_discard) && send({ move: "draw", from }),
    meld: () => {
      const play = offers.offers.find(({ before }) => before === null)?.play;
      if (play) make(play);
      else if (may(view.now?.meld)) refuse(offers.refused ?? "too_few_cards");
    },
    layOff: (meld, id) => position && may(view.now?.meld) && layOff(means, position, meld, id, make),
    discard: (id) => {
      const [card, ...others] = cardsOf(chosen, id);
      if (!card || others.length > 0 || !may(view.now?.discard)) return;
      if (view.now?.barred === card) refuse("cannot_return_card");
      else send({ move: "discard", card });
    },
    goOut: () => {
      const [card = view.now?.go_out_with[0]] = chosen.map(codeOf);
      if (!card || !may(view.now?.go_out)) return;
      if (view.now?.go_out_with.includes(card)) send({ move: "go_out", discard: card });
      else refuse("not_complete");
    },
  };
}

/** The cards that an act is about: those chosen, or the one that was dragged alone. */
function cardsOf(chosen: readonly string[], id?: string): string[] {
  return (id && !chosen.includes(id) ? [id] : chosen).map(codeOf);
}

/** Cards put on a meld: done at once where there is one way that has been seen, else asked. */
function layOff(
  means: Means,
  position: Position,
  meld: number,
  id: string | undefined,
  make: (play: Play) => void,
): void {
  const { chosen, offers, asked, choose, setAsked, refuse } = means;
  const cards = cardsOf(chosen, id);
  if (cards.length === 0) return;
  const [only, ...others] = offersAt(position, meld, cards);
  if (!only) return refuse(refusalAt(position, meld, cards));
  const isSeen = id !== undefined || asked === meld || offers.offers.length <= OFFERS_MAX;
  if (others.length === 0 && isSeen) return make(only.play);
  if (id && !chosen.includes(id)) choose([id]);
  setAsked(meld);
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
