import { lazy } from "react";
import type { Tictactoe } from "../../generated/games/tictactoe";
import { defineFamily, type Rules } from "../api";
import { Emblem } from "./Emblem";
import { eventText } from "./eventText";
import { why } from "./why";

type View = Tictactoe["view"];
type Move = Tictactoe["move"];

export const family = defineFamily<View, Move>({
  games: ["tictactoe"],
  Board: lazy(() => import("./Board")),
  Emblem,
  rules: {
    el: async () => (await import("./rules/el.json")).default as Rules,
    en: async () => (await import("./rules/en.json")).default as Rules,
    es: async () => (await import("./rules/es.json")).default as Rules,
  },
  sections: {
    not_your_turn: "turn",
    cell_taken: "turn",
    out_of_board: "turn",
    illegal_move: "turn",
    match_over: "end",
  },
  eventText,
  why,
  drawsOnlyStarter: true,
});
