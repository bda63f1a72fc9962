/* Made from schema/ by `npm run types`. Do not edit. */

export interface Dominoes {
  view: View;
  move: Lay;
}
/**
 * The table as a viewer sees it.
 */
export interface View {
  seat: number | null;
  target: 100 | 200 | "runout";
  phase: "hand" | "hand_over" | "match_over";
  hand_number: number;
  leader: number | null;
  turn: number | null;
  hands: {
    [k: string]: string[];
  };
  counts: number[];
  chain: string[];
  first: number | null;
  ends: [number, number] | null;
  passed: number[];
  last_lay: number | null;
  faces: (("red" | "smiley") | null)[];
  lacks: number[][];
  clock: ("block" | "normal" | "single") | null;
  options: [string, ("down_right" | "up_left") | null][];
  /**
   * @minItems 2
   * @maxItems 2
   */
  totals: [number, number];
  entries: ([number, number] | "C")[];
  cells: [string, string] | null;
  last_hand: Tally | null;
  result: ("forfeited" | "won") | null;
  winner_side: number | null;
}
/**
 * The last hand as it was counted.
 */
export interface Tally {
  number: number;
  leader: number;
  result: "block" | "run_out";
  seat: number;
  left: {
    [k: string]: string[];
  };
  /**
   * @minItems 2
   * @maxItems 2
   */
  pips: [number, number];
  side: number | null;
  points: number;
  entry: [number, number] | "C";
}
/**
 * Lay a tile. `tile` is its text, high-low; `side` counts only where the ends differ.
 */
export interface Lay {
  move: "lay";
  tile: string;
  side?: ("down_right" | "up_left") | null;
}
