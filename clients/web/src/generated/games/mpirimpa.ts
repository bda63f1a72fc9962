/* Made from schema/ by `npm run types`. Do not edit. */

export interface Mpirimpa {
  view: View;
  move: DrawStock | TakePile | LayMeld | LayOff | DiscardCard;
}
/**
 * The table as a viewer sees it.
 */
export interface View {
  seat: number | null;
  pro: boolean;
  seats: 2 | 4;
  columns: boolean;
  target_score: 505 | 1005 | 1505 | 2005 | 2505 | 3005 | 3505 | 4005 | 4505 | 5005;
  ratings: number[];
  on_timeout: "auto_turn" | "wait";
  phase: "deal" | "draw" | "hand_end" | "match_over" | "play";
  hand_number: number;
  starter: number | null;
  turn: number | null;
  own_hand: string[];
  drawn: string | null;
  hands: {
    [k: string]: string[];
  };
  hand_counts: number[];
  melds: MeldView[];
  /**
   * @minItems 2
   * @maxItems 2
   */
  biriba: [boolean, boolean];
  pile: string[];
  stock_count: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  pot: ["direct" | "indirect" | "waiting", "direct" | "indirect" | "waiting"];
  /**
   * @minItems 2
   * @maxItems 2
   */
  pot_taken: [boolean, boolean];
  /**
   * @minItems 2
   * @maxItems 2
   */
  pots: [string[], string[]];
  trump: ("c" | "d" | "h" | "s") | null;
  quiet_turns: number;
  quiet_turns_max: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  totals: [number, number];
  last_move: LastMoveView | null;
  last_hand: CountedHand | null;
  scores: [number, number][];
  now: Now | null;
  result: ("draw" | "forfeited" | "rating_tiebreak" | "won") | null;
  winner_side: number | null;
}
/**
 * A meld on the table.
 */
export interface MeldView {
  id: number;
  side: number;
  kind: "column" | "run";
  suit: ("c" | "d" | "h" | "s") | null;
  low: number | null;
  rank: string | null;
  cards: string[];
  wild: number | null;
  stands_for: string | null;
  class: "clean" | "dirty" | "full_clean" | "full_dirty" | "open";
  missing: number;
  trump: boolean;
  bonus: number;
  points: number;
}
/**
 * The move made last.
 */
export interface LastMoveView {
  seat: number;
  move: "discard" | "draw" | "lay_off" | "meld" | "take_pile";
  cards: string[];
  melds: number[];
  pot: ("direct" | "indirect") | null;
}
/**
 * A hand as it was counted.
 */
export interface CountedHand {
  number: number;
  starter: number;
  end: "closed" | "stalemate" | "stock_exhausted";
  closed_by: number | null;
  trump: ("c" | "d" | "h" | "s") | null;
  /**
   * @minItems 2
   * @maxItems 2
   */
  sides: [SideScore, SideScore];
  hands: string[][];
  /**
   * @minItems 2
   * @maxItems 2
   */
  pot: ["direct" | "indirect" | "waiting", "direct" | "indirect" | "waiting"];
  /**
   * @minItems 2
   * @maxItems 2
   */
  pots: [string[], string[]];
}
/**
 * What a hand brought a side, line by line.
 */
export interface SideScore {
  melds: MeldView[];
  bonus: number;
  table_points: number;
  closing: number;
  hand_points: number;
  score: number;
  total: number;
}
/**
 * What the viewer's seat may do now: for each move the code with which every such move is refused, or None.
 */
export interface Now {
  draw: string | null;
  take_pile: string | null;
  meld: string | null;
  lay_off: string | null;
  discard: string | null;
  keep: number;
  keep_error: string | null;
  barred: string | null;
}
/**
 * Take the top card of the stock.
 */
export interface DrawStock {
  move: "draw";
}
/**
 * Take the whole pile; in Pro with the plays that justify it, carried out at once.
 */
export interface TakePile {
  move: "take_pile";
  plays?: (LayMeld | LayOff)[];
}
/**
 * Lay a new meld: cards by their texts, in the order in which they shall lie if they can.
 */
export interface LayMeld {
  move: "meld";
  cards: string[];
}
/**
 * Lay cards off on a meld, one after the other.
 */
export interface LayOff {
  move: "lay_off";
  meld: number;
  cards: string[];
  end?: ("high" | "low") | null;
}
/**
 * Put a card on the pile: the end of the turn.
 */
export interface DiscardCard {
  move: "discard";
  card: string;
}
