/* Made from schema/ by `npm run types`. Do not edit. */

export interface Tictactoe {
  view: View;
  move: Place;
}
/**
 * The board as a viewer sees it. Only `seat` differs from viewer to viewer.
 */
export interface View {
  seat: number | null;
  size: 3 | 4 | 5;
  k: number;
  phase: "match_over" | "playing";
  turn: number | null;
  board: string[];
  marks: {
    [k: string]: "O" | "X";
  };
  last: string | null;
  line: string[];
  result: ("draw" | "forfeited" | "won") | null;
  winner: number | null;
}
/**
 * Put one's mark on a cell; both numbers count from 1 at the top left.
 */
export interface Place {
  move: "place";
  row: number;
  col: number;
}
