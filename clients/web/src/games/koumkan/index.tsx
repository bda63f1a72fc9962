import { lazy } from "react";
import { defineFamily } from "../api";
import { Emblem } from "./Emblem";
import { eventText } from "./eventText";
import type { Move, View } from "./view";
import { why } from "./why";

export const family = defineFamily<View, Move>({
  games: ["koumkan", "thanasis", "dynamitis"],
  Board: lazy(() => import("./Board")),
  Emblem,
  sections: {
    not_your_turn: "turn",
    must_draw_first: "turn",
    already_drawn: "turn",
    pile_not_allowed: "turn",
    pile_empty: "turn",
    card_not_in_hand: "turn",
    cannot_return_card: "turn",
    too_few_cards: "melds",
    not_a_meld: "melds",
    not_enough_naturals: "wild",
    melding_not_allowed: "out",
    unknown_meld: "laying",
    not_melded_yet: "laying",
    does_not_fit: "laying",
    must_keep_discard: "laying",
    no_joker: "jokers",
    not_complete: "out",
    match_over: "match",
  },
  eventText,
  why,
});
