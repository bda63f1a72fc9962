import { BAR, OFF } from "./board";

/** Where checkers lie, as the viewer sees it: a point by the viewer's number, or a bar or tray of either. */
export type Place = `${number}` | "bar" | "off" | "foe-bar" | "foe-off";

/** The place of one's own checkers at a point number, bar or off. */
export function ownPlace(at: number): Place {
  if (at === OFF) return "off";
  return at === BAR ? "bar" : `${at}`;
}

/** The inverse of `ownPlace`; null: a place where one's own checkers cannot lie. */
export function numberOf(place: Place): number | null {
  if (place === "off") return OFF;
  if (place === "bar") return BAR;
  return place.startsWith("foe") ? null : Number(place);
}

/** The board as rows, far side first: own home is at the end of the near one. */
const ROWS: readonly (readonly Place[])[] = [
  ["13", "14", "15", "16", "17", "18", "foe-bar", "19", "20", "21", "22", "23", "24", "foe-off"],
  ["12", "11", "10", "9", "8", "7", "bar", "6", "5", "4", "3", "2", "1", "off"],
];

export const PLACES: readonly Place[] = ROWS.flat();

export interface Spot {
  /** Along the board, 0 to 13: 6 is the bar, 13 the tray. */
  column: number;
  /** Whether on the viewer's side. */
  near: boolean;
}

export function spotOf(place: Place): Spot {
  const near = ROWS[1]?.includes(place) ?? false;
  return { near, column: ROWS[near ? 1 : 0]?.indexOf(place) ?? 0 };
}

type Direction = readonly [along: number, across: number];
const LYING: Readonly<Record<string, Direction>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const STANDING: Readonly<Record<string, Direction>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The place to which a key leads; `standing`: the board's long side is upright. Null: the key is not for the board. */
export function placeByKey(key: string, from: Place, standing: boolean): Place | null {
  const { column, near } = spotOf(from);
  const row = ROWS[near ? 1 : 0] ?? [];
  if (key === "Home") return row[0] ?? null;
  if (key === "End") return row.at(-1) ?? null;
  const step = (standing ? STANDING : LYING)[key];
  if (!step) return null;
  const to = ROWS[Math.min(1, Math.max(0, Number(near) + step[1]))] ?? [];
  return to[Math.min(to.length - 1, Math.max(0, column + step[0]))] ?? null;
}
