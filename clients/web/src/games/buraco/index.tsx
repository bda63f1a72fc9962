import { lazy } from "react";
import { defineFamily } from "../api";
import { Emblem } from "./Emblem";
import { eventText } from "./eventText";
import type { Move, View } from "./view";
import { why } from "./why";

export const family = defineFamily<View, Move>({
  games: ["buraco"],
  Board: lazy(() => import("./Board")),
  Emblem,
  sections: {
    not_your_turn: "turn",
    must_draw_first: "turn",
    already_drawn: "turn",
    card_not_in_hand: "turn",
    stock_empty: "turn",
    pile_empty: "pile",
    cannot_return_card: "pile",
    too_few_cards: "runs",
    mixed_suits: "runs",
    not_consecutive: "runs",
    not_enough_naturals: "wild",
    unknown_meld: "adding",
    not_your_meld: "adding",
    does_not_fit: "adding",
    sequence_complete: "adding",
    no_clean_canasta: "out",
    match_over: "match",
  },
  eventText,
  why,
});
