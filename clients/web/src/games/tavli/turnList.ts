import type { EventView } from "kafeneio-client";
import type { Step } from "./board";

/** A turn of the running game; no steps: nothing could be played. */
export interface ListedTurn {
  /** The version of the table at which it was played. */
  version: number;
  seat: number;
  /** Empty: the roll is not known. */
  dice: readonly number[];
  steps: readonly Step[];
}

/** The turns that are known of the running game. `whole`: from its first one on. */
export interface TurnList {
  turns: readonly ListedTurn[];
  whole: boolean;
}

interface Reading extends TurnList {
  turns: ListedTurn[];
  /** The roll that is being played; null: none has been seen. */
  roll: { seat: number; dice: readonly number[] } | null;
}

/** The turns of the running game among the last events of the table, oldest first. */
export function turnsOf(events: readonly EventView[]): TurnList {
  const { turns, whole } = events.reduce(heard, { turns: [], whole: false, roll: null } as Reading);
  return { turns, whole };
}

function heard(read: Reading, { version, kind, data }: EventView): Reading {
  if (data === null) return read;
  if (kind === "game" || kind === "opening") return { turns: [], whole: true, roll: null };
  if (kind === "roll") return { ...read, roll: data as unknown as NonNullable<Reading["roll"]> };
  if (kind !== "play" && kind !== "pass") return read;
  const { seat, steps = [] } = data as unknown as { seat: number; steps?: Step[] };
  const dice = read.roll?.seat === seat ? read.roll.dice : [];
  read.turns.push({ version, seat, dice, steps });
  return { ...read, roll: null };
}

/** Whether a roll is a double, which is played four times. */
export const isDouble = ([one, other]: readonly number[]) => one !== undefined && one === other;
