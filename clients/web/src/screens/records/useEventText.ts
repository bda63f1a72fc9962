import type { SeatView } from "kafeneio-client";
import { family, familyOf } from "../../games/registry";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameSay } from "../../i18n/useWords";
import { causeOf } from "../../state/endings";

interface HandEvent {
  kind: string | null;
  data: Record<string, unknown> | null;
  seat?: number | null;
}

/** Says what happened in words: the game's, or for what every table knows those of all games; else nothing. */
export function useEventText(game: string, seats: readonly SeatView[]) {
  const { t } = useTranslation("records");
  const { t: play } = useTranslation("play");
  const say = useGameSay(familyOf(game) ?? game);
  return ({ kind, data, seat }: HandEvent, view: unknown): string => {
    if (kind === null) return t("replay.start");
    const text = family(game)?.eventText({ version: 0, kind, data }, view as never, seats, say);
    if (text) return text;
    const name = seats[Number(data?.["seat"] ?? seat ?? -1)]?.name ?? "";
    if (kind === "timeout") return t("event.timeout", { name });
    if (kind === "departed" && data?.["reason"]) {
      return play(`ending.cause.${causeOf(String(data["reason"]))}.other`, { name });
    }
    if (kind === "departed" || kind === "left") return t("event.departed", { name });
    if (kind === "lost" || kind === "returned") return t(`event.${kind}`, { name });
    return kind === "elapsed" ? t("event.elapsed") : t(name ? "event.other" : "event.drawn", { name });
  };
}
