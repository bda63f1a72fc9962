import type { SeatView } from "kafeneio-client";
import type { Say } from "../api";
import { BAR, type Board, count, foesAt, OFF, pinnedAt } from "./board";
import { numberOf, type Place } from "./places";

/** What a place's label says beside what lies there. */
export interface Marks {
  chosen: boolean;
  movable: boolean;
  target: boolean;
  last: boolean;
}

/** What lies on a place: numbers of checkers of both sides, and whose is pinned. */
export interface Lying {
  own: number;
  foe: number;
  pinned: "own" | "foe" | null;
}

/** What lies on a place, as plain values: a place on which they are the same needs no new words. */
export function lyingOn(place: Place, board: Board): Lying {
  if (place === "foe-bar" || place === "foe-off") {
    return { own: 0, foe: count(board.foe, place === "foe-bar" ? BAR : OFF), pinned: null };
  }
  const at = numberOf(place) ?? OFF;
  const own = count(board.own, at);
  if (at === OFF || at === BAR) return { own, foe: 0, pinned: null };
  return { own, foe: foesAt(board, at), pinned: pinnedAt(board, at) };
}

/** A place in words: which, how many of whose, and what can be done there. */
export function labelOf(place: Place, lying: Lying, names: Names, marks: Marks, say: Say): string {
  const words = [say(`place.${kindOf(place)}`, { point: place }), ...contents(lying, names, say)];
  for (const mark of ["chosen", "movable", "target", "last"] as const) if (marks[mark]) words.push(say(`mark.${mark}`));
  return words.join(", ");
}

function kindOf(place: Place): string {
  return Number(place) > 0 ? "point" : place;
}

/** How the two sides are called; `own` null: they are the viewer's. */
export interface Names {
  own: string | null;
  foe: string;
}

function contents({ own, foe, pinned }: Lying, names: Names, say: Say): string[] {
  const words: string[] = [];
  if (own > 0) words.push(countOf(own, names.own, say));
  if (foe > 0) words.push(countOf(foe, names.foe, say));
  const whose = pinned === "own" ? names.own : names.foe;
  if (pinned) words.push(whose === null ? say("pinned.yours") : say("pinned.theirs", { name: whose }));
  return words.length > 0 ? words : [say("empty")];
}

function countOf(checkers: number, name: string | null, say: Say): string {
  return name === null ? say("yours", { count: checkers }) : say("theirs", { count: checkers, name });
}

export function nameOfSeat(seats: readonly SeatView[], seat: number | null | undefined): string {
  const who = seat === null || seat === undefined ? undefined : seats[seat];
  return who?.name ?? "";
}
