/* Made from schema/ by `npm run types`. Do not edit. */

export interface Pilotta {
  view: View;
  move: Bid | Pass | Contra | Recontra | Take | Choose | Declare | Play;
}
/**
 * The table as a viewer sees it. Pairs are by team; `hands` and `refused` have no cards but the viewer's own.
 */
export interface View {
  seat: number | null;
  variant: "classic" | "classic2" | "palatisti";
  target: 101 | 151 | 251 | 351;
  phase: "auction" | "contra" | "deal" | "match_over" | "recontra" | "round1" | "round2" | "scoring" | "tricks";
  hand_number: number;
  dealer: number | null;
  turn: number | null;
  hands: {
    [k: string]: string[];
  };
  counts: number[];
  turn_up: string | null;
  swapped: string | null;
  bidding: Said[];
  contract: Contract | null;
  moves: string[];
  bids: (number | "capot")[];
  suits: string[];
  can_swap: boolean;
  legal: string[];
  refused: {
    [k: string]: "must_follow_suit" | "must_overtrump" | "must_trump";
  };
  best: Best | null;
  declarations: Shown[];
  declarations_by: number | null;
  declaration_points: [number, number] | null;
  belote: Belote | null;
  lead: number | null;
  trick: string[];
  holder: number | null;
  last_trick: SeenTrick | null;
  /**
   * @minItems 2
   * @maxItems 2
   */
  tricks_won: [number, number];
  tricks_in_all: number;
  trumps_out: number | null;
  masters: string[];
  /**
   * @minItems 2
   * @maxItems 2
   */
  totals: [number, number];
  scores: Scored[];
  last_hand: LastHand | null;
  winner: number | null;
  reason: ("forfeited" | "rating_tiebreak" | "score") | null;
}
/**
 * A call: `pass`, a bid as `90h` or `capoth`, `contra`, `recontra`, `take`, `take_seven` (with the swap), or the
 *     suit that was chosen.
 */
export interface Said {
  phase: "auction" | "contra" | "deal" | "match_over" | "recontra" | "round1" | "round2" | "scoring" | "tricks";
  seat: number;
  call: string;
}
/**
 * Who has promised what.
 */
export interface Contract {
  taker: number;
  trump: string;
  value: number | "capot" | null;
  multiplier: number;
  points: number;
}
/**
 * A declaration that its holder may announce.
 */
export interface Best {
  kind: string;
  points: number;
  cards: string[];
}
/**
 * A declaration that was announced.
 */
export interface Shown {
  seat: number;
  points: number;
  counts: boolean | null;
  cards: string[];
}
/**
 * King and queen of trumps in one hand, as said so far.
 */
export interface Belote {
  seat: number;
  said: string;
}
/**
 * A finished trick.
 */
export interface SeenTrick {
  lead: number;
  cards: string[];
  winner: number;
}
/**
 * A line of the score sheet.
 */
export interface Scored {
  number: number;
  taker: number | null;
  trump: string | null;
  value: number | "capot" | null;
  multiplier: number;
  made: boolean | null;
  /**
   * @minItems 2
   * @maxItems 2
   */
  units: [number, number];
}
/**
 * A hand as it was counted, line by line; pairs are by team.
 */
export interface LastHand {
  number: number;
  dealer: number;
  taker: number;
  trump: string;
  value: number | "capot" | null;
  multiplier: number;
  value_points: number;
  deal: {
    [k: string]: string[];
  };
  tricks: SeenTrick[];
  /**
   * @minItems 2
   * @maxItems 2
   */
  tricks_won: [number, number];
  /**
   * @minItems 2
   * @maxItems 2
   */
  card_points: [number, number];
  last_trick_by: number;
  all_tricks_by: number | null;
  /**
   * @minItems 2
   * @maxItems 2
   */
  trick_points: [number, number];
  declared: number[];
  declared_cards: {
    [k: string]: string[];
  };
  /**
   * @minItems 2
   * @maxItems 2
   */
  declaration_points: [number, number];
  /**
   * @minItems 2
   * @maxItems 2
   */
  belote: [number, number];
  /**
   * @minItems 2
   * @maxItems 2
   */
  totals: [number, number];
  made: boolean;
  /**
   * @minItems 2
   * @maxItems 2
   */
  exact: [number, number];
  /**
   * @minItems 2
   * @maxItems 2
   */
  trick_units: [number, number];
  rounded_up: number | null;
  /**
   * @minItems 2
   * @maxItems 2
   */
  units: [number, number];
}
/**
 * Promise so many points, or all tricks, with a suit as trumps.
 */
export interface Bid {
  move: "bid";
  value: number | "capot";
  suit: string;
}
/**
 * Say nothing, in whatever phase calls are made.
 */
export interface Pass {
  move: "pass";
}
/**
 * Double the value.
 */
export interface Contra {
  move: "contra";
}
/**
 * Double the value again.
 */
export interface Recontra {
  move: "recontra";
}
/**
 * Make the turn-up's suit trumps; with `swap_seven` its card goes to the hand for the 7.
 */
export interface Take {
  move: "take";
  swap_seven?: boolean;
}
/**
 * Make another suit trumps.
 */
export interface Choose {
  move: "choose";
  suit: string;
}
/**
 * Announce one's best declaration.
 */
export interface Declare {
  move: "declare";
}
/**
 * Play a card.
 */
export interface Play {
  move: "play";
  card: string;
}
