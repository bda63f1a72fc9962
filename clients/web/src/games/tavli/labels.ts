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

/** A place in words: which, how many of whose, and what can be done there. */
export function labelOf(place: Place, board: Board, names: Names, marks: Marks, say: Say): string {
  const words = [say(`place.${kindOf(place)}`, { point: place }), ...contents(place, board, names, say)];
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

function contents(place: Place, board: Board, { own, foe }: Names, say: Say): string[] {
  if (place === "foe-bar" || place === "foe-off") {
    return [countOf(count(board.foe, place === "foe-bar" ? BAR : OFF), foe, say)];
  }
  const at = numberOf(place) ?? OFF;
  const mine = count(board.own, at);
  if (at === OFF || at === BAR) return [countOf(mine, own, say)];
  const theirs = foesAt(board, at);
  const said = [mine > 0 && countOf(mine, own, say), theirs > 0 && countOf(theirs, foe, say)].filter(Boolean);
  const pinned = pinnedAt(board, at);
  const whose = pinned === "own" ? own : foe;
  if (pinned) said.push(whose === null ? say("pinned.yours") : say("pinned.theirs", { name: whose }));
  return said.length > 0 ? (said as string[]) : [say("empty")];
}

function countOf(checkers: number, name: string | null, say: Say): string {
  if (checkers === 0) return say("empty");
  return name === null ? say("yours", { count: checkers }) : say("theirs", { count: checkers, name });
}

export function nameOfSeat(seats: readonly SeatView[], seat: number | null | undefined): string {
  const who = seat === null || seat === undefined ? undefined : seats[seat];
  return who?.name ?? "";
}
