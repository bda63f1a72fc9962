import { lazy } from "react";
import type { Dominoes } from "../../generated/games/dominoes";
import { defineFamily, type Rules } from "../api";
import { handAgain } from "./handAgain";
import { Emblem } from "./Emblem";
import { eventText } from "./eventText";
import { why } from "./why";

export const family = defineFamily<Dominoes["view"], Dominoes["move"]>({
  games: ["dominoes"],
  Board: lazy(() => import("./Board")),
  Emblem,
  rules: {
    el: async () => (await import("./rules/el.json")).default as Rules,
    en: async () => (await import("./rules/en.json")).default as Rules,
    es: async () => (await import("./rules/es.json")).default as Rules,
  },
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
