/* Made from schema/ by `npm run types`. Do not edit. */

export interface Koumkan {
  view: View;
  move: DrawCard | LayMeld | LayOff | SwapJoker | DiscardCard | GoOut;
}
/**
 * The table as a viewer sees it.
 */
export interface View {
  seat: number | null;
  game: "dynamitis" | "koumkan" | "thanasis";
  seats: 2 | 3 | 4 | 5 | 6;
  target_score: 51 | 101 | 151 | 201 | 301 | 501;
  ratings: number[];
  on_timeout: "auto_turn" | "wait";
  phase: "deal" | "draw" | "hand_end" | "indicator" | "match_over" | "play" | "reshuffle";
  hand_number: number;
  dealer: number | null;
  turn: number | null;
  active: number[];
  eliminated: number[][];
  indicator: string | null;
  wild_ranks: string[];
  own_hand: string[];
  drawn: string | null;
  taken: string | null;
  deadwood: number | null;
  split: SplitView | null;
  hands: {
    [k: string]: string[];
  };
  hand_counts: number[];
  melds: MeldView[];
  melded: number[];
  discard_top: string | null;
  discard_count: number;
  stock_count: number;
  reshuffled: boolean;
  turns: number[];
  quiet_turns: number;
  quiet_turns_max: number;
  totals: number[];
  last_move: LastMoveView | null;
  last_hand: CountedHand | null;
  scores: number[][];
  now: Now | null;
  places: number[];
  result: ("draw" | "forfeited" | "rating_tiebreak" | "won") | null;
  winner: number | null;
}
/**
 * The best split of the viewer's own hand as it is, of ten cards or eleven.
 */
export interface SplitView {
  deadwood: number;
  melds: SplitMeld[];
  left: string[];
}
/**
 * A meld within a hand.
 */
export interface SplitMeld {
  kind: "group" | "run";
  cards: string[];
}
/**
 * A meld on the table.
 */
export interface MeldView {
  id: number;
  owner: number;
  kind: "group" | "run";
  suit: ("c" | "d" | "h" | "s") | null;
  low: number | null;
  rank: string | null;
  cards: string[];
  stands_for: StandsFor[];
}
/**
 * What a wild card on the table stands for.
 */
export interface StandsFor {
  index: number;
  card: string;
}
/**
 * The move made last.
 */
export interface LastMoveView {
  seat: number;
  move: "discard" | "draw" | "go_out" | "lay_off" | "meld" | "swap_joker";
  cards: string[];
  meld: number | null;
  from: ("discard" | "stock") | null;
}
/**
 * A hand as it was counted. What is by seat is empty or 0 for those who were not in it any more.
 */
export interface CountedHand {
  number: number;
  dealer: number;
  end: "blocked" | "out";
  out_seat: number | null;
  indicator: string | null;
  seats: number[];
  hands: string[][];
  melds: SplitMeld[][];
  left: string[][];
  counts: number[];
  totals: number[];
  eliminated: number[];
}
/**
 * What the viewer's seat may do now: for each move the code with which every such move is refused, or None.
 */
export interface Now {
  draw_stock: string | null;
  draw_discard: string | null;
  meld: string | null;
  lay_off: string | null;
  swap_joker: string | null;
  discard: string | null;
  go_out: string | null;
  go_out_with: string[];
  barred: string | null;
}
/**
 * Take the top card of the stock, or of the discard pile.
 */
export interface DrawCard {
  move: "draw";
  from: "discard" | "stock";
}
/**
 * Lay a new meld: cards by their texts, a run in the order in which it shall lie if it can.
 */
export interface LayMeld {
  move: "meld";
  cards: string[];
  kind?: ("group" | "run") | null;
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
 * Put a natural card in place of a joker on the table.
 */
export interface SwapJoker {
  move: "swap_joker";
  meld: number;
  card: string;
}
/**
 * Put a card on the pile: the end of the turn.
 */
export interface DiscardCard {
  move: "discard";
  card: string;
}
/**
 * Discard a card and show that all the others are melds; without `melds` the server finds them.
 */
export interface GoOut {
  move: "go_out";
  discard: string;
  melds?: string[][] | null;
}
