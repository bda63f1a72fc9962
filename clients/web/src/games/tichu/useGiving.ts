import { useState } from "react";
import type { GameProps } from "../api";
import { type Move, seatAt, type Side, type View } from "./view";

export const SIDES: readonly Side[] = ["prev", "partner", "next"];

type Slots = Readonly<Partial<Record<Side, string>>>;

export interface Giving {
  slots: Slots;
  /** The card that is to be put somewhere. */
  chosen: string | null;
  isFull: boolean;
  choose: (card: string) => void;
  /** Puts the chosen card there; without one, takes back what lies there. */
  press: (side: Side) => void;
  /** Puts a card there, or where there is room. */
  put: (card: string, side: Side | null) => void;
  give: () => void;
  back: () => void;
}

/** Three cards for the others: a card is chosen and put into a slot, until all three are full and given together. */
export function useGiving({ view, you, move }: GameProps<View, Move>): Giving {
  const [laid, setLaid] = useState<{ hand: number; slots: Slots }>({ hand: 0, slots: {} });
  const [wanted, choose] = useState<string | null>(null);
  const own = you === null ? [] : (view.hands[you] ?? []);
  const slots = laid.hand === view.hand_number ? laid.slots : {};
  const chosen = wanted !== null && own.includes(wanted) ? wanted : null;
  const set = (changed: Slots) => setLaid({ hand: view.hand_number, slots: changed });

  function put(card: string, side: Side | null) {
    const to = side ?? SIDES.find((one) => slots[one] === undefined);
    choose(null);
    if (to) set({ ...without(slots, card), [to]: card });
  }

  const { next, partner, prev } = slots;
  return {
    slots,
    chosen,
    isFull: Boolean(next && partner && prev),
    choose: (card) => choose(card === chosen ? null : card),
    press: (side) => (chosen === null ? set(without(slots, slots[side])) : put(chosen, side)),
    put,
    give: () => next && partner && prev && move({ move: "exchange", next, partner, prev }),
    back: () => choose(null),
  };
}

function without(slots: Slots, card: string | undefined): Slots {
  return Object.fromEntries(Object.entries(slots).filter(([, each]) => each !== card));
}

/** Who gets what lies in a slot. */
export const receiver = (you: number, side: Side) => seatAt(you, side);

/** The slot at a place on the screen; null: none is there. */
export function slotAt(x: number, y: number): Side | null {
  const under = document.elementsFromPoint(x, y).map((one) => one.closest<HTMLElement>("[data-slot]"));
  const name = under.find((one) => one !== null)?.dataset["slot"];
  return SIDES.find((side) => side === name) ?? null;
}
