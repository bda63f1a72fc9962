import { useTranslation } from "../../i18n/useTranslation";
import { clockOf, nearness } from "../companies/when";

/** When something is, in words: tonight, tomorrow, on Friday; or until when it is on. */
export function useNearWord(): (line: { starts_at_ms: number; ends_at_ms: number }, nowMs: number) => string {
  const { t, language } = useTranslation("competitions");
  return ({ starts_at_ms: startMs, ends_at_ms: endMs }, nowMs) => {
    const how = nearness(startMs, nowMs);
    if (how === "on") return t("next.on", { time: clockOf(endMs, language) });
    if (how !== null) return t(`next.${how}`, { time: clockOf(startMs, language) });
    const day = new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long" }).format(startMs);
    return t("next.later", { day, time: clockOf(startMs, language) });
  };
}
