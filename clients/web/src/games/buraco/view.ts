import type { Buraco, CountedHand, MeldView, SideScore } from "../../generated/games/buraco";

export type View = Buraco["view"];
export type Move = Buraco["move"];
export type { CountedHand, MeldView, SideScore };
