import type { Tavli } from "../../generated/games/tavli";

export type View = Tavli["view"];
export type Move = Tavli["move"];
export type Variant = View["variant_now"];
export type Step = Extract<Move, { move: "play" }>["steps"][number];

export const OFF = 0;
export const POINTS = 24;
export const BAR = 25;
const ALL = BAR + 1;

/** Checkers of one seat by its own point numbers: 0 is off, 25 the bar. */
export type Side = readonly number[];

/** A board as one seat sees it. Each side is by its own numbers. */
export interface Board {
  variant: Variant;
  own: Side;
  foe: Side;
  /** Own points on which a checker of this seat is pinned. */
  held: readonly number[];
}

/** The other seat's number of a point, and back. */
export function facing(variant: Variant, point: number): number {
  if (variant !== "fevga") return BAR - point;
  return point <= 12 ? point + 12 : point - 12;
}

/** The board of a view as `seat` sees it. */
export function boardOf({ variant_now, checkers, pinned }: View, seat: number): Board {
  const own = sideOf(checkers[seat] ?? {});
  const foe = sideOf(checkers[1 - seat] ?? {});
  return { variant: variant_now, own, foe, held: pinned[seat] ?? [] };
}

function sideOf(counts: Readonly<Record<string, number>>): Side {
  return Array.from({ length: ALL }, (_, at) => counts[nameOf(at)] ?? 0);
}

/** A place by the name that views and moves have for it. */
export function nameOf(place: number): string {
  if (place === OFF) return "off";
  return place === BAR ? "bar" : String(place);
}

export function count(side: Side, place: number): number {
  return side[place] ?? 0;
}

/** The enemy checkers on one of the own points. */
export function foesAt({ variant, foe }: Board, point: number): number {
  return count(foe, facing(variant, point));
}

/** Whose checker is pinned on an own point: none, one's own or the other's. */
export function pinnedAt(board: Board, point: number): "own" | "foe" | null {
  if (!count(board.own, point) || !foesAt(board, point)) return null;
  return board.held.includes(point) ? "own" : "foe";
}

/** What is still to be walked: the sum of point numbers, the bar counting 25. */
export function pips(side: Side): number {
  return side.reduce((sum, checkers, point) => sum + checkers * point, 0);
}

/** The board after one of the own checkers has gone from one place to another. */
export function moved(board: Board, from: number, to: number): Board {
  const own = shifted(board.own, from, to);
  const hits = board.variant === "portes" && to !== OFF && foesAt(board, to) === 1;
  return { ...board, own, foe: hits ? shifted(board.foe, facing(board.variant, to), BAR) : board.foe };
}

function shifted(side: Side, from: number, to: number): Side {
  return side.map((checkers, at) => checkers - Number(at === from) + Number(at === to));
}

/** A pair of a move as two numbers. */
export function placesOf([from, to]: Step): [from: number, to: number] {
  return [from === "bar" ? BAR : from, to === "off" ? OFF : to];
}

/** The inverse of `placesOf`. */
export function stepOf(from: number, to: number): Step {
  return [from === BAR ? "bar" : from, to === OFF ? "off" : to];
}
