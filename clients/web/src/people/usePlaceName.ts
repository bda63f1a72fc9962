import { useTranslation } from "../i18n/useTranslation";
import type { GameInfo } from "kafeneio-client";
import { placeOf } from "../parts/places";

/** A seat by its place as seen from seat 0: Above, Left or Right where four sit, with the partner named as such. */
export function usePlaceName(game: GameInfo | null, seats: number): (seat: number, from?: number) => string {
  const { t } = useTranslation(["app", "play"]);
  return (seat, from = 0) => {
    const place = placeOf(seat, seats, from);
    if (seats !== 4 || place === "bottom") return t("create.inviteSeat", { seat: seat + 1 });
    const named = t(`play:places.${place}`);
    return isPartner(game, seat, from, seats)
      ? t("play:places.with", { place: named, who: t("play:places.partner") })
      : named;
  };
}

/**
 * Whether two seats of a table with so many are on one side. A game's entry has the sides of its usual table; a game
 * of two sides for two or four people (mpirimpa, buraco) has pairs at the larger one.
 */
export function isPartner(game: GameInfo | null, seat: number, other: number, seats: number): boolean {
  if (game === null || seat === other) return false;
  if (game.sides.length === 2 && seats === 4) return seat % 2 === other % 2;
  return game.sides.some((side) => side.includes(seat) && side.includes(other));
}
