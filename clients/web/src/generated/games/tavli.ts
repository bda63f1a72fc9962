/* Made from schema/ by `npm run types`. Do not edit. */

export interface Tavli {
  view: View;
  move: Play | Resign;
}
/**
 * The match as a viewer sees it. Only `seat` differs from viewer to viewer.
 */
export interface View {
  seat: number | null;
  variant: "combined" | "fevga" | "plakoto" | "portes";
  target: number;
  variant_now: "fevga" | "plakoto" | "portes";
  game_number: number;
  phase: "game_over" | "match_over" | "opening" | "play" | "rolling";
  turn: number | null;
  dice: number[] | null;
  max_dice: number;
  opening: number[] | null;
  starter: number | null;
  /**
   * @minItems 2
   * @maxItems 2
   */
  checkers: [
    {
      [k: string]: number;
    },
    {
      [k: string]: number;
    }
  ];
  /**
   * @minItems 2
   * @maxItems 2
   */
  pinned: [number[], number[]];
  /**
   * @minItems 2
   * @maxItems 2
   */
  pips: [number, number];
  /**
   * @minItems 2
   * @maxItems 2
   */
  score: [number, number];
  games: Ended[];
  winner: number | null;
  result: ("conceded" | "won") | null;
}
/**
 * A game of the match that has ended: who won how many points, and how. A tie has no winner.
 */
export interface Ended {
  variant: "fevga" | "plakoto" | "portes";
  winner: number | null;
  points: number;
  how: "bear_off" | "left" | "mother" | "resign" | "tie";
}
/**
 * The whole turn: one pair `[from, to]` for each die, own points, `bar` and `off`.
 */
export interface Play {
  move: "play";
  steps: [number | "bar", number | "off"][];
}
/**
 * Give up the running game.
 */
export interface Resign {
  move: "resign";
}
