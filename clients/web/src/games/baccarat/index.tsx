import { lazy } from "react";
import type { View } from "../../generated/games/baccarat";
import { defineFamily } from "../api";
import type { Move } from "./bets";
import { Emblem } from "./Emblem";
import { eventText } from "./eventText";

export const family = defineFamily<View, Move>({
  games: ["baccarat"],
  Board: lazy(() => import("./Board")),
  Emblem,
  sections: {
    not_seated: "round",
    bets_closed: "round",
    bets_in_play: "round",
    nothing_to_repeat: "bets",
    unknown_box: "bets",
    amount_invalid: "bets",
    bad_parameters: "bets",
    illegal_move: "bets",
    bet_below_minimum: "bets",
    bet_above_maximum: "bets",
    insufficient_chips: "bets",
    age_restricted: "care",
    self_excluded: "care",
    loss_limit: "care",
    own_stake_limit: "care",
    session_limit: "care",
    reality_check: "care",
    notice_not_acknowledged: "care",
  },
  ownSeats: true,
  eventText,
});
