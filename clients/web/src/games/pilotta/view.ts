import type { LastHand, Pilotta, Said } from "../../generated/games/pilotta";

export { paired, sidesFor } from "../../parts/sides";

export type View = Pilotta["view"];
export type Move = Pilotta["move"];
export type { LastHand, Said };

/** How many play. */
export function seatsOf({ variant }: Pick<View, "variant">): number {
  return variant === "classic2" ? 2 : 4;
}
