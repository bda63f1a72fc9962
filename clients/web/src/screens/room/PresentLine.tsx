import type { Counts } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";

/** How many people are here and how much is on: the same words at the door and in the room. */
export function PresentLine({ counts }: { counts: Counts }) {
  const { t } = useTranslation();
  const parts = [
    t("room.playersHere", { count: counts.players }),
    t("room.matchesOn", { count: counts.matches }),
    ...(counts.practising > 0 ? [t("room.practising", { count: counts.practising })] : []),
  ];
  return parts.join(" · ");
}
