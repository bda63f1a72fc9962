/* Made from schema/ by `npm run types`. Do not edit. */

export interface Tichu {
  view: View;
  move: GrandTichu | Exchange | CallTichu | Play | Pass | GiveDragon;
}
/**
 * The table as a viewer sees it. Cards are texts: `7j`, `Ts`, `MJ`, `DOG`, `PHX`, `DRG`.
 */
export interface View {
  seat: number | null;
  target: 250 | 500 | 750 | 1000;
  phase: "dragon" | "exchange" | "grand" | "match_over" | "play" | "window";
  hand_number: number;
  turn: number | null;
  hands: {
    [k: string]: string[];
  };
  counts: number[];
  answered: boolean[];
  calls: (("grand" | "tichu") | null)[];
  given: {
    [k: string]: Gifts;
  };
  received: {
    [k: string]: Gifts;
  };
  plays: Shown[];
  passed: number[];
  wish: string | null;
  out: number[];
  last_trick: Trick | null;
  dog: number | null;
  may_bomb: number[];
  may_call: boolean;
  may_pass: boolean;
  can_play: boolean;
  bombs: string[][];
  duty: boolean;
  duty_cards: string[];
  /**
   * @minItems 2
   * @maxItems 2
   */
  totals: [number, number];
  scores: HandScore[];
  last_hand: Tally | null;
  result: string | null;
  winner: number | null;
}
/**
 * Three cards by where they go to, or where they come from.
 */
export interface Gifts {
  next: string;
  partner: string;
  prev: string;
}
/**
 * A play on the table.
 */
export interface Shown {
  seat: number;
  cards: string[];
  type: "bomb_four" | "bomb_straight" | "dog" | "full_house" | "pair" | "single" | "stairs" | "straight" | "triple";
  length: number;
  rank: number;
  phx_as: string | null;
}
/**
 * The trick taken last, play by play.
 */
export interface Trick {
  owner: number;
  plays: Shown[];
  dragon_to: number | null;
}
/**
 * A scored hand on the scoreboard.
 */
export interface HandScore {
  /**
   * @minItems 2
   * @maxItems 2
   */
  points: [number, number];
  /**
   * @minItems 2
   * @maxItems 2
   */
  totals: [number, number];
  calls: (("grand" | "tichu") | null)[];
  first: number;
  double_victory: boolean;
}
/**
 * A hand as it was scored.
 */
export interface Tally {
  number: number;
  out: number[];
  calls: (("grand" | "tichu") | null)[];
  double_victory: boolean;
  card_points: [number, number] | null;
  /**
   * @minItems 2
   * @maxItems 2
   */
  points: [number, number];
  /**
   * @minItems 2
   * @maxItems 2
   */
  totals: [number, number];
  last: number | null;
  last_hand: string[];
  lines: Line[];
}
/**
 * One line of a hand's arithmetic: what it is for, whose it is, and who scores what.
 */
export interface Line {
  item: "double_victory" | "grand" | "last_hand" | "last_pile" | "pile" | "tichu";
  seat: number;
  team: number;
  points: number;
  cards: string[];
}
/**
 * Call Grand Tichu on eight cards, or not.
 */
export interface GrandTichu {
  move: "grand_tichu";
  call: boolean;
}
/**
 * A card for the next seat, one for the partner, one for the previous seat.
 */
export interface Exchange {
  move: "exchange";
  next: string;
  partner: string;
  prev: string;
}
/**
 * Call Tichu before one's first card.
 */
export interface CallTichu {
  move: "call_tichu";
}
/**
 * Play cards. `phx_as`: the rank that the Phoenix stands for; `wish`: with the Mah Jong; both `2` … `A`.
 */
export interface Play {
  move: "play";
  cards: string[];
  phx_as?: string | null;
  wish?: string | null;
}
/**
 * Play nothing.
 */
export interface Pass {
  move: "pass";
}
/**
 * Give the trick that the Dragon has won to an opponent.
 */
export interface GiveDragon {
  move: "give_dragon";
  to: number;
}
