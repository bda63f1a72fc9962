import { BAR, type Board, count, facing, OFF, pinnedAt } from "./board";
import type { Stacked } from "./layout";
import { ownPlace, type Place } from "./places";

/** A checker that keeps its identity while it moves, so that the eye can follow it. */
export interface Piece extends Stacked {
  id: string;
  mine: boolean;
  /** Whether it lies pinned under others. */
  under: boolean;
}

/** The checkers as they lie on a board; those of `before` that stay do so, the others go where there are new ones. */
export function settle(before: readonly Piece[], board: Board): Piece[] {
  return [true, false].flatMap((mine) => {
    const old = before.filter((piece) => piece.mine === mine);
    return named(old, seatsOf(board, mine), mine);
  });
}

/** Every place taken by a checker of one seat, from the bar down to off. */
function seatsOf(board: Board, mine: boolean): Omit<Piece, "id">[] {
  const places = Array.from({ length: BAR + 1 }, (_, at) => BAR - at);
  return places.flatMap((at) => {
    const checkers = count(mine ? board.own : board.foe, at);
    if (checkers === 0) return [];
    const onBoard = at !== OFF && at !== BAR;
    const point = mine ? at : facing(board.variant, at);
    const pinned = onBoard ? pinnedAt(board, point) : null;
    const under = pinned !== null && (pinned === "own") === mine;
    const pins = pinned !== null;
    const stack =
      checkers + Number(pins && !under) + (pins && under ? (mine ? foes(board, at) : count(board.own, point)) : 0);
    const place: Place = mine ? ownPlace(at) : onBoard ? `${point}` : at === OFF ? "foe-off" : "foe-bar";
    const first = pins && !under ? 1 : 0;
    return Array.from({ length: checkers }, (_, slot) => ({
      mine,
      place,
      slot: slot + first,
      count: stack,
      pins,
      under,
    }));
  });
}

function foes(board: Board, point: number): number {
  return count(board.foe, facing(board.variant, point));
}

function named(old: readonly Piece[], wanted: Omit<Piece, "id">[], mine: boolean): Piece[] {
  const byPlace = new Map<Place, Piece[]>();
  for (const piece of [...old].sort((one, other) => one.slot - other.slot)) {
    byPlace.set(piece.place, [...(byPlace.get(piece.place) ?? []), piece]);
  }
  const kept = wanted.map((seat) => byPlace.get(seat.place)?.shift() ?? null);
  const free = [...byPlace.values()].flat();
  return wanted.map((seat, at) => {
    const known = kept[at] ?? free.shift();
    if (known && isAt(known, seat)) return known;
    return { ...seat, id: known?.id ?? `${mine ? "own" : "foe"}-${at}` };
  });
}

/** Whether a checker lies just so: then it stays the same object, and nothing of it is drawn again. */
function isAt(piece: Piece, seat: Omit<Piece, "id">): boolean {
  const { place, slot, count: stack, pins, under } = seat;
  return (
    piece.place === place &&
    piece.slot === slot &&
    piece.count === stack &&
    piece.pins === pins &&
    piece.under === under
  );
}
