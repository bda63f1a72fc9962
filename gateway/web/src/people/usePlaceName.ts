import { useTranslation } from "react-i18next";
import type { GameInfo } from "kafeneio-client";
import { placeOf } from "../parts/places";

/** A seat by its place as seen from seat 0: Above, Left or Right where four sit, with the partner named as such. */
export function usePlaceName(game: GameInfo | null, seats: number): (seat: number, from?: number) => string {
  const { t } = useTranslation(["app", "play"]);
  return (seat, from = 0) => {
    const place = placeOf(seat, seats, from);
    if (seats !== 4 || place === "bottom") return t("create.inviteSeat", { seat: seat + 1 });
    const named = t(`play:places.${place}`);
    return isPartner(game, seat, from) ? t("play:places.with", { place: named, who: t("play:places.partner") }) : named;
  };
}

/** Whether two seats are on one side. */
export function isPartner(game: GameInfo | null, seat: number, other: number): boolean {
  return seat !== other && (game?.sides.some((side) => side.includes(seat) && side.includes(other)) ?? false);
}
