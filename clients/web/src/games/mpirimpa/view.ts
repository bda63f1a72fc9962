import type { CountedHand, MeldView, Mpirimpa, SideScore } from "../../generated/games/mpirimpa";

export type View = Mpirimpa["view"];
export type Move = Mpirimpa["move"];
export type { CountedHand, MeldView, SideScore };
