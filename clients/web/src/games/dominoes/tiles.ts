/** The way in which a half of a laid tile points on the screen. */
export type Way = "up" | "right" | "down" | "left";

export type Halves = readonly [number, number];

/** The two halves of a tile's text: `6-4` → 6 and 4. */
export function halvesOf(tile: string): Halves {
  const [one = 0, other = 0] = tile.split("-").map(Number);
  return [one, other];
}

/** The text by which the rules know a tile, the higher half first: a laid `4-6` is `6-4`. */
export function nameOfTile(tile: string): string {
  const [one, other] = halvesOf(tile);
  return one >= other ? `${one}-${other}` : `${other}-${one}`;
}

export function isDouble(tile: string): boolean {
  const [one, other] = halvesOf(tile);
  return one === other;
}

export function pipsOf(tile: string): number {
  const [one, other] = halvesOf(tile);
  return one + other;
}

export function pipsOfAll(tiles: readonly string[]): number {
  return tiles.reduce((sum, tile) => sum + pipsOf(tile), 0);
}

const AT = 0.27;
const CORNERS = [
  [-AT, -AT],
  [AT, AT],
  [AT, -AT],
  [-AT, AT],
] as const;
const SIDES = [
  [-AT, 0],
  [AT, 0],
] as const;
const MIDDLE = [[0, 0]] as const;

/** Value of a half → its pips around the middle of the half, whose side is 1; the tile stands. */
const PIPS: readonly (readonly (readonly [number, number])[])[] = [
  [],
  MIDDLE,
  CORNERS.slice(0, 2),
  [...MIDDLE, ...CORNERS.slice(0, 2)],
  CORNERS,
  [...MIDDLE, ...CORNERS],
  [...CORNERS, ...SIDES],
];

/** Where the pips of a half are; those of a tile that lies are turned with it. */
export function pipsAt(value: number, lying: boolean): readonly (readonly [number, number])[] {
  const standing = PIPS[value] ?? [];
  return lying ? standing.map(([x, y]) => [-y, x] as const) : standing;
}
