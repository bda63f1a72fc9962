import { useState } from "react";
import type { EventView } from "kafeneio-client";
import type { Step } from "./board";

/** A turn of the running game; no steps: nothing could be played. */
export interface Turn {
  /** The version of the table at which it was played. */
  version: number;
  seat: number;
  dice: readonly number[];
  steps: readonly Step[];
}

interface Known {
  game: number;
  /** The roll that is being played; null: none has been seen. */
  roll: { seat: number; dice: readonly number[] } | null;
  turns: readonly Turn[];
  version: number;
}

const NOTHING: Known = { game: 0, roll: null, turns: [], version: -1 };

/** The turns of the running game that this page has seen. */
export function useTurns(game: number, events: readonly EventView[]): readonly Turn[] {
  const [known, setKnown] = useState(NOTHING);
  const next = after(known, game, events);
  if (next !== known) setKnown(next);
  return next.turns;
}

/** What is known after some events; the same object if they bring nothing new. */
export function after(known: Known, game: number, events: readonly EventView[]): Known {
  const fresh = events.filter(({ version }) => version > known.version);
  const begun = known.game === game ? known : { ...NOTHING, game, version: known.version };
  return fresh.reduce(heard, begun);
}

function heard(known: Known, { version, kind, data }: EventView): Known {
  const seen = { ...known, version };
  if (data === null) return seen;
  if (kind === "game") return { ...seen, roll: null, turns: [] };
  if (kind === "roll") {
    const { seat, dice } = data as unknown as { seat: number; dice: number[] };
    return { ...seen, roll: { seat, dice } };
  }
  if (kind !== "play" && kind !== "pass") return seen;
  const { seat, steps = [] } = data as unknown as { seat: number; steps?: Step[] };
  const dice = known.roll?.seat === seat ? known.roll.dice : [];
  return { ...seen, roll: null, turns: [...known.turns, { version, seat, dice, steps }] };
}
