import { lazy } from "react";
import { defineFamily } from "../api";
import { Emblem } from "./Emblem";
import { eventText } from "./eventText";
import type { Move, View } from "./view";
import { why } from "./why";

export const family = defineFamily<View, Move>({
  games: ["tichu"],
  analysed: true,
  Board: lazy(() => import("./Board")),
  Emblem,
  sections: {
    wrong_phase: "table",
    bad_parameters: "table",
    not_your_turn: "tricks",
    cannot_pass_lead: "tricks",
    player_out: "tricks",
    already_decided: "calls",
    already_called: "calls",
    already_played: "calls",
    already_exchanged: "exchange",
    card_not_in_hand: "exchange",
    duplicate_card: "exchange",
    no_cards: "combinations",
    not_a_combination: "combinations",
    wrong_combination: "combinations",
    too_low: "combinations",
    bad_phoenix_value: "specials",
    dog_only_on_lead: "specials",
    not_an_opponent: "specials",
    wish_without_mahjong: "wish",
    bad_wish: "wish",
    must_fulfil_wish: "wish",
    nothing_to_bomb: "bombs",
    match_over: "match",
  },
  eventText,
  why,
  seats: () => 4,
});
