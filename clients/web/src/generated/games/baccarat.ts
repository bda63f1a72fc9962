/* Made from schema/ by `npm run types`. Do not edit. */

export interface Baccarat {
  view: View;
  move: Bet | Repeat | Done | StandUp;
}
/**
 * The table as a viewer sees it.
 */
export interface View {
  seat: number | null;
  phase: "betting" | "closed" | "dealing" | "idle" | "settling" | "shuffling";
  round: number;
  variant: "commission" | "fortune_six" | "no_commission";
  bet_s: number;
  limits: Limits;
  boxes: ("banker" | "banker_pair" | "fortune_six" | "player" | "player_pair" | "tie")[];
  seated: number[];
  absent: number[];
  stakes: {
    [k: string]: {
      [k: string]: number;
    };
  };
  held: number[];
  credited: {
    [k: string]: {
      [k: string]: number;
    };
  };
  done: number[];
  player: string[];
  banker: string[];
  /**
   * @minItems 2
   * @maxItems 2
   */
  totals: [number, number];
  result: Entry | null;
  remaining: number;
  last_round: boolean;
  shoe: Shoe | null;
  history: Entry[];
  own: Own | null;
}
/**
 * Settings of the platform; a guest's total in a round begins at the main minimum.
 */
export interface Limits {
  main_min_chips: number;
  side_min_chips: number;
  round_max_chips: number;
  side_max_chips: number | null;
}
/**
 * A round in the history of its shoe; a dummy hand has no totals.
 */
export interface Entry {
  winner: ("banker" | "player" | "tie") | "dummy";
  totals?: [number, number] | null;
  player_pair?: boolean;
  banker_pair?: boolean;
  six?: number | null;
  natural?: boolean;
}
/**
 * What everybody may know of the shoe.
 */
export interface Shoe {
  number: number;
  cards: number;
  cut: number;
  first_card: string;
  burnt: number;
}
/**
 * What only the guest on the seat sees.
 */
export interface Own {
  chips: number;
  caps: {
    [k: string]: number;
  };
  repeat: {
    [k: string]: number;
  };
  dropped: string | null;
  net_round: number | null;
  net_session: number;
}
/**
 * Lay a whole set of stakes in place of the earlier one; an empty set takes all back.
 */
export interface Bet {
  move: "bet";
  stakes: {
    [k: string]: number;
  };
}
/**
 * Lay the set of one's last settled round again.
 */
export interface Repeat {
  move: "repeat";
}
/**
 * Lay no more in this window.
 */
export interface Done {
  move: "done";
}
/**
 * Give the seat up.
 */
export interface StandUp {
  move: "stand_up";
}
