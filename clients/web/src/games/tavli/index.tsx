import { lazy } from "react";
import { defineFamily } from "../api";
import type { Move, View } from "./board";
import { Emblem } from "./Emblem";
import { eventText, why } from "./eventText";

export const family = defineFamily<View, Move>({
  games: ["tavli"],
  rounds: "game",
  analysed: true,
  hasText: ({ variant }) => variant === "portes" || variant === "combined",
  Board: lazy(() => import("./Board")),
  Emblem,
  sections: {
    not_your_turn: "turn",
    wrong_phase: "turn",
    bad_parameters: "turn",
    illegal_move: "turn",
    no_checker_there: "turn",
    no_matching_die: "turn",
    must_use_more_dice: "dice",
    must_use_higher_die: "dice",
    not_all_home: "off",
    higher_checker_exists: "off",
    must_enter_from_bar: "portes",
    checker_pinned: "plakoto",
    first_checker_first: "fevga",
    start_prime_forbidden: "fevga",
    must_open_prime: "fevga",
    point_blocked: "turn",
    match_over: "points",
  },
  eventText,
  marksLast: "play",
  listsSince: ["opening", "game"],
  why,
});
