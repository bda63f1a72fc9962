import { lazy } from "react";
import type { View } from "../../generated/games/baccarat";
import { defineFamily, type Rules } from "../api";
import type { Move } from "./bets";
import { Emblem } from "./Emblem";
import { eventText } from "./eventText";

export const family = defineFamily<View, Move>({
  games: ["baccarat"],
  Board: lazy(() => import("./Board")),
  Emblem,
  rules: {
    el: async () => (await import("./rules/el.json")).default as Rules,
    en: async () => (await import("./rules/en.json")).default as Rules,
    es: async () => (await import("./rules/es.json")).default as Rules,
  },
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
