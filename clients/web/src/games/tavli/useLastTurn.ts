import { useState } from "react";
import type { EventView } from "kafeneio-client";
import { facing, OFF, POINTS, type Step, type View } from "./board";
import { ownPlace, type Place } from "./places";
import { tracesOf } from "./usePlay";

/** The last turn on the board: where its checkers came from and where they are now. */
export interface Last {
  left: readonly Place[];
  reached: readonly Place[];
}

interface Seen {
  version: number;
  game: number;
  seat: number;
  steps: readonly Step[];
}

/** Remembers the last turn that an event has shown, until the next one or the next game. */
export function useLastTurn(view: View, you: number | null, events: readonly EventView[]): Last | null {
  const [seen, setSeen] = useState<Seen | null>(null);
  const last = events.findLast(({ kind, data }) => kind === "game" || (kind === "play" && data !== null));
  if (last?.kind === "play" && last.version !== seen?.version) {
    const { seat, steps } = last.data as { seat: number; steps: Step[] };
    setSeen({ version: last.version, game: view.game_number, seat, steps });
  }
  if (!seen || seen.game !== view.game_number) return null;
  const { left, reached } = tracesOf(seen.steps);
  const place = (at: number) => placeOf(view, at, seen.seat === (you ?? 0));
  return { left: left.map(place), reached: reached.map(place) };
}

function placeOf({ variant_now }: View, at: number, mine: boolean): Place {
  if (mine) return ownPlace(at);
  if (at === OFF) return "foe-off";
  return at > POINTS ? "foe-bar" : `${facing(variant_now, at)}`;
}
