import { lazy } from "react";
import type { Tictactoe } from "../../generated/games/tictactoe";
import { defineFamily } from "../api";
import { Emblem } from "./Emblem";
import { eventText } from "./eventText";
import { why } from "./why";

type View = Tictactoe["view"];
type Move = Tictactoe["move"];

export const family = defineFamily<View, Move>({
  games: ["tictactoe"],
  rounds: "game",
  Board: lazy(() => import("./Board")),
  Emblem,
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
