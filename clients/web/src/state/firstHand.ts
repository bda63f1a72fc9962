import type { TableView } from "kafeneio-client";
import { load, save } from "./storage";

/**
 * A step of a first hand. Without `done` it is read and put away; `turn`: the reader decides once; else it is over as
 * soon as the game's view shows it. A view decides, never a copy of the rules: any deal fits.
 */
export interface Step<View> {
  /** Its words are `firstHand:FAMILY.ID`. */
  id: string;
  done?: "turn" | ((view: View, you: number | null) => boolean);
}

// The registry holds games of all kinds; only a family's own steps know its view.
export type AnyStep = Step<never>;

/** At most so many steps has a first hand. */
export const STEPS_MAX = 12;

/** Which first hand is on in this browser, and where it stands; `owed`: the decision that a `turn` waits for. */
export interface FirstHand {
  game: string;
  step: number;
  owed: number | null;
}

const KEY = "kafeneio.firstHand";

export const firstHandHere = (): FirstHand | null => load<FirstHand | null>(KEY, null);

/** null: none is on. */
export const keepFirstHand = (hand: FirstHand | null): void => save(KEY, hand);

/** Whether a first hand can be shown at a table: practice of one's own, or a house-banked one, where one only looks. */
export function fits(hand: FirstHand, view: TableView): boolean {
  if (hand.game !== view.game) return false;
  return view.house ? view.you === null : view.practice && view.you !== null && view.phase === "playing";
}

/** Where a first hand stands after this view: steps that are over have been passed. */
export function advanced(hand: FirstHand, steps: readonly AnyStep[], view: TableView): FirstHand {
  let now = hand;
  for (let done = isDone(now, steps, view); done !== false; done = isDone(now, steps, view)) {
    if (done !== true) return { ...now, owed: done };
    now = next(now);
  }
  return now;
}

/** The following step. */
export function next(hand: FirstHand): FirstHand {
  return { ...hand, step: hand.step + 1, owed: null };
}

/** Whether the step is over; a number: the decision that it has begun to wait for. */
function isDone({ step, owed }: FirstHand, steps: readonly AnyStep[], view: TableView): boolean | number {
  const done = steps[step]?.done;
  if (done === undefined) return false;
  if (done !== "turn") return view.game_view !== null && done(view.game_view as never, view.you as never);
  const due = view.due.find((each) => each.seat === view.you)?.number ?? null;
  if (owed === null) return due ?? false;
  return due !== owed;
}
