import { lazy } from "react";
import type { Dominoes } from "../../generated/games/dominoes";
import { defineFamily } from "../api";
import { handAgain } from "./handAgain";
import { Emblem } from "./Emblem";
import { eventText } from "./eventText";
import { why } from "./why";

export const family = defineFamily<Dominoes["view"], Dominoes["move"]>({
  games: ["dominoes"],
  analysed: true,
  Board: lazy(() => import("./Board")),
  Emblem,
  sections: {
    not_your_turn: "turn",
    tile_not_suitable: "chain",
    tile_not_in_hand: "turn",
    side_not_suitable: "ends",
    side_required: "ends",
    illegal_move: "turn",
    wrong_phase: "scoring",
    match_over: "match",
  },
  seatsStay: true,
  handAgain,
  marksLast: "lay",
  eventText,
  why,
});
