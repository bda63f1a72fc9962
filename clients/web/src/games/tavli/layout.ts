import { type Place, PLACES, spotOf } from "./places";

/*
 * Where everything is drawn. Along the board: rim, six points, bar, six points, tray; across it: the far side and the
 * near one. On upright screens the board stands: along is then downwards, so that points stay wide enough for a thumb,
 * and own 1–6 stay at the lower right.
 */

export const POINT = 50;
export const CHECKER = 46;
const RIM = 20;
const BAR_SIZE = 46;
const TRAY_GAP = 6;
export const TRAY = 36;
const END = 8;
const FIELD = 6 * POINT;
export const LENGTH = RIM + FIELD + BAR_SIZE + FIELD + TRAY_GAP + TRAY + END;
/** Widths of a board that stands, and of one that lies: five checkers on each other, and dice between them. */
const STANDING_WIDTHS = [450, 560] as const;
const LYING_WIDTHS = [540, 600] as const;
const SLAB = 13;
/** How much of a pinned checker is seen below those that lie on it. */
const STICKS_OUT = 21;

export interface Layout {
  standing: boolean;
  /** The size across the board. */
  width: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Spot {
  x: number;
  y: number;
}

/** The board that fills a surface of this size best. */
export function layoutFor(wide: number, high: number): Layout {
  const standing = high > wide * 1.1;
  const share = standing ? wide / high : high / wide;
  const [least, most] = standing ? STANDING_WIDTHS : LYING_WIDTHS;
  return { standing, width: Math.round(Math.min(most, Math.max(least, LENGTH * share))) };
}

/** A box given along and across the board, as it is drawn. */
function box({ standing }: Layout, along: number, across: number, length: number, width: number): Box {
  return standing
    ? { x: across, y: along, width, height: length }
    : { x: along, y: across, width: length, height: width };
}

export function spot({ standing }: Layout, along: number, across: number): Spot {
  return standing ? { x: across, y: along } : { x: along, y: across };
}

export function frameBox(layout: Layout): Box {
  return box(layout, 0, 0, LENGTH, layout.width);
}

/** The two halves of the playing field, the one with the homes last. */
export function fieldBoxes(layout: Layout): readonly [Box, Box] {
  const across = layout.width - 2 * RIM;
  return [box(layout, RIM, RIM, FIELD, across), box(layout, RIM + FIELD + BAR_SIZE, RIM, FIELD, across)];
}

export function barBox(layout: Layout): Box {
  return box(layout, RIM + FIELD, RIM, BAR_SIZE, layout.width - 2 * RIM);
}

/** Where a place begins along the board, and how much of it is its own. */
function extent(column: number): [from: number, length: number] {
  if (column === 13) return [RIM + 2 * FIELD + BAR_SIZE + TRAY_GAP, TRAY];
  if (column === 6) return [RIM + FIELD, BAR_SIZE];
  return [RIM + column * POINT + (column > 6 ? BAR_SIZE - POINT : 0), POINT];
}

/** What belongs to a place: pressed there, it is meant. */
export function placeBox(layout: Layout, place: Place): Box {
  const { column, near } = spotOf(place);
  const [from, length] = extent(column);
  const half = (layout.width - 2 * RIM) / 2;
  return box(layout, from, near ? RIM + half : RIM, length, half);
}

/** The place under a spot of the drawing; null: beside all. */
export function placeAt(layout: Layout, { x, y }: Spot): Place | null {
  const inside = (one: Box) => x >= one.x && x < one.x + one.width && y >= one.y && y < one.y + one.height;
  return PLACES.find((place) => inside(placeBox(layout, place))) ?? null;
}

/** How far the points reach into the field. */
function reachOf({ width }: Layout): number {
  return (width - 2 * RIM) / 2 - 30;
}

/** A point's long triangle. */
export function triangle(layout: Layout, place: Place): string {
  const { column, near } = spotOf(place);
  const [from, length] = extent(column);
  const edge = near ? layout.width - RIM : RIM;
  const tip = near ? edge - reachOf(layout) : edge + reachOf(layout);
  const corners = [
    [from + 3, edge],
    [from + length / 2, tip],
    [from + length - 3, edge],
  ] as const;
  return corners.map(([along, across]) => pair(spot(layout, along, across))).join(" ");
}

const pair = ({ x, y }: Spot) => `${x},${y}`;

/** Where a point's number is written, on the rim. */
export function numberSpot(layout: Layout, place: Place): Spot {
  const { column, near } = spotOf(place);
  const [from, length] = extent(column);
  return spot(layout, from + length / 2, near ? layout.width - RIM / 2 : RIM / 2);
}

export interface Stacked {
  place: Place;
  /** From the rim inwards, 0 the first. */
  slot: number;
  /** How many checkers lie there. */
  count: number;
  /** Whether the first of them is pinned below the others. */
  pins: boolean;
}

/** The middle of a checker. */
export function checkerSpot(layout: Layout, { place, slot, count, pins }: Stacked): Spot {
  const { column, near } = spotOf(place);
  const [from, length] = extent(column);
  const depth = depthOf(layout, place, slot, count, pins);
  return spot(layout, from + length / 2, near ? layout.width - RIM - depth : RIM + depth);
}

function depthOf(layout: Layout, place: Place, slot: number, count: number, pins: boolean): number {
  const half = (layout.width - 2 * RIM) / 2;
  const radius = CHECKER / 2;
  if (place.endsWith("off")) return 6 + SLAB / 2 + slot * Math.min(SLAB, (half - 12) / 15);
  // On the bar checkers lie from the middle outwards.
  if (place.endsWith("bar")) return half - 34 - slot * Math.min(CHECKER, (half - 34 - radius) / Math.max(1, count - 1));
  const base = radius + 1 + (pins && slot > 0 ? STICKS_OUT - CHECKER : 0);
  const room = half - 24 - radius - base;
  return base + slot * Math.min(CHECKER, room / Math.max(1, count - 1));
}

/** A checker that was borne off is seen from its edge. */
export function slabBox({ standing }: Layout): { width: number; height: number } {
  return standing ? { width: SLAB - 1.5, height: TRAY - 6 } : { width: TRAY - 6, height: SLAB - 1.5 };
}

/** The middle of each die of a throw: the viewer's on the half with the homes, the other's opposite. */
export function diceSpots(layout: Layout, dice: number, mine: boolean): Spot[] {
  const middle = RIM + FIELD / 2 + (mine ? FIELD + BAR_SIZE : 0);
  const apart = dice > 2 ? 50 : 60;
  return Array.from({ length: dice }, (_, at) =>
    spot(layout, middle + (at - (dice - 1) / 2) * apart, layout.width / 2),
  );
}
