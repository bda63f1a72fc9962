import { lazy } from "react";
import { defineFamily } from "../api";
import { Emblem } from "./Emblem";
import { eventText } from "./eventText";
import type { Move, View } from "./view";
import { why } from "./why";

export const family = defineFamily<View, Move>({
  games: ["pilotta"],
  analysed: true,
  Board: lazy(() => import("./Board")),
  Emblem,
  sections: {
    not_your_turn: "table",
    wrong_phase: "table",
    bad_parameters: "trumps",
    bad_value: "trumps",
    bad_suit: "trumps",
    bid_too_low: "trumps",
    swap_not_available: "classic2",
    no_seven: "classic2",
    suit_refused: "classic",
    not_first_trick: "declarations",
    already_declared: "declarations",
    nothing_to_declare: "declarations",
    card_not_in_hand: "tricks",
    must_follow_suit: "tricks",
    must_trump: "tricks",
    must_overtrump: "tricks",
    match_over: "match",
  },
  eventText,
  why,
  seats: ({ variant }) => (variant === "classic2" ? 2 : 4),
});
