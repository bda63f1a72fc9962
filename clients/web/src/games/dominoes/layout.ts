import { isDouble, nameOfTile, type Way } from "./tiles";

/** A tile on the table, by its middle. The unit is half a tile (a tile is 1 × 2); x grows right, y down from 0, 0. */
export interface Placed {
  /** As laid: the half nearer the up left end first. */
  tile: string;
  name: string;
  x: number;
  y: number;
  /** Where the first half of `tile` points. */
  way: Way;
}

/** Where the next tile at an end would begin, for the glow. */
export interface OpenEnd {
  x: number;
  y: number;
}

export interface Layout {
  tiles: Placed[];
  upLeft: OpenEnd;
  downRight: OpenEnd;
  /** Whether all of it is inside the room that was given. */
  fits: boolean;
}

/** Room for the chain, in halves of a tile. */
export interface Room {
  width: number;
  height: number;
}

interface Point {
  x: number;
  y: number;
}

const STEP: Readonly<Record<Way, Point>> = {
  up: { x: 0, y: -1 },
  right: { x: 1, y: 0 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
};
const TURNED: Readonly<Record<Way, Way>> = { up: "left", left: "down", down: "right", right: "up" };

/** A double lies across and sticks out by half a unit on both sides. */
const ACROSS = 0.5;
/** Between two runs of tiles side by side, the doubles of both counted. */
const LANE = 2.25;
/** What has to stay free before a turn: a double, and the tile that turns. */
const BEFORE_TURN = 2;

/**
 * One arm of the chain, growing up, then left, down, right, up … inwards. The other arm is the same, half a turn round
 * the middle, so the two never meet: this one keeps to the left half, that one to the right.
 */
class Arm {
  readonly tiles: Placed[] = [];
  fits = true;
  private way: Way = "up";
  /** The middle of the outer edge of the last tile. */
  private at: Point;
  /** How far each way is open: shrinks as runs fill it. */
  private readonly limit: Record<Way, number>;

  constructor(start: number, room: Room) {
    this.at = { x: 0, y: -start };
    const [across, along] = [room.width / 2 - ACROSS, room.height / 2 - ACROSS];
    this.limit = { up: along, left: across, down: along, right: -LANE + ACROSS };
  }

  get end(): OpenEnd {
    const { x, y } = STEP[this.way];
    return { x: this.at.x + x / 2, y: this.at.y + y / 2 };
  }

  lay(tile: string): void {
    const length = isDouble(tile) ? 1 : 2;
    const after = this.left() - length;
    if (isDouble(tile) ? after >= 0 : after >= BEFORE_TURN) this.straight(tile, length);
    else this.turn(tile);
  }

  /** How far it is to the limit of the way that is taken. */
  private left(): number {
    const { x, y } = STEP[this.way];
    return this.limit[this.way] - (this.at.x * x + this.at.y * y);
  }

  private straight(tile: string, length: number): void {
    const middle = this.moved(this.at, this.way, length / 2);
    this.put(tile, middle, isDouble(tile) ? TURNED[this.way] : this.way);
    this.at = this.moved(this.at, this.way, length);
  }

  /** The tile lies across the end of the run; its outer half points the new way. */
  private turn(tile: string): void {
    if (this.left() < 1) this.fits = false;
    const corner = this.moved(this.at, this.way, 0.5);
    this.close(corner);
    this.way = TURNED[this.way];
    if (isDouble(tile)) this.fits = false;
    this.put(tile, this.moved(corner, this.way, 0.5), this.way);
    this.at = this.moved(corner, this.way, 1.5);
  }

  /** The run just finished is a wall for those that come inside it. */
  private close(corner: Point): void {
    const { x, y } = STEP[this.way];
    this.limit[this.way] = corner.x * x + corner.y * y - LANE + ACROSS;
  }

  private moved({ x, y }: Point, way: Way, by: number): Point {
    return { x: x + STEP[way].x * by, y: y + STEP[way].y * by };
  }

  private put(tile: string, { x, y }: Point, way: Way): void {
    this.tiles.push({ tile, name: nameOfTile(tile), x, y, way });
  }
}

/** The chain in a room of a given size: the first tile in the middle, one arm up and left, the other down and right. */
export function layOut(chain: readonly string[], first: number, room: Room): Layout {
  const opening = chain[first];
  if (opening === undefined) return { tiles: [], upLeft: { x: 0, y: 0 }, downRight: { x: 0, y: 0 }, fits: true };
  const start = isDouble(opening) ? 0.5 : 1;
  const [up, down] = [new Arm(start, room), new Arm(start, room)];
  for (const tile of chain.slice(0, first).toReversed()) up.lay(tile);
  for (const tile of chain.slice(first + 1)) down.lay(tile);
  const middle: Placed = {
    tile: opening,
    name: nameOfTile(opening),
    x: 0,
    y: 0,
    way: isDouble(opening) ? "left" : "up",
  };
  return {
    tiles: [...up.tiles.toReversed(), middle, ...down.tiles.map(opposite)],
    upLeft: up.end,
    downRight: { x: 0 - down.end.x, y: 0 - down.end.y },
    fits: up.fits && down.fits,
  };
}

/** Half a turn round the middle. The first half of a tile of this arm is its inner one: its way stays the same. */
function opposite(placed: Placed): Placed {
  return { ...placed, x: 0 - placed.x, y: 0 - placed.y };
}

const UNITS_PX = [38, 36, 34, 32, 30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 7, 6] as const;

/** So that a few tiles go up and down before the first turn. */
const MIN: Room = { width: 11, height: 8 };
/** Tiles are not made smaller than this for looks, only to fit. */
const SMALL_PX = 16;

/** The largest size of a half tile, in pixels, at which the whole chain fits, and how it lies then. */
export function fitted(
  chain: readonly string[],
  first: number,
  widthPx: number,
  heightPx: number,
): Layout & { unitPx: number } {
  let last: (Layout & { unitPx: number }) | null = null;
  for (const unitPx of UNITS_PX) {
    last = { ...layOut(chain, first, { width: widthPx / unitPx, height: heightPx / unitPx }), unitPx };
    const roomy = widthPx / unitPx >= MIN.width && heightPx / unitPx >= MIN.height;
    if (last.fits && (roomy || unitPx <= SMALL_PX)) return last;
  }
  return last!;
}
