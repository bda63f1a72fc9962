import { useMemo } from "react";
import { serverClock } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";

/** Says a moment of today by its time alone, any other by its day, and with `timeToo` by both. */
export function useShortWhen(): (atMs: number, timeToo?: boolean) => string {
  const { language } = useTranslation();
  return useMemo(() => {
    const time = new Intl.DateTimeFormat(language, { timeStyle: "short" });
    const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "short" });
    return (atMs, timeToo = false) => {
      if (day.format(atMs) === day.format(serverClock.nowMs())) return time.format(atMs);
      return timeToo ? `${day.format(atMs)}, ${time.format(atMs)}` : day.format(atMs);
    };
  }, [language]);
}
