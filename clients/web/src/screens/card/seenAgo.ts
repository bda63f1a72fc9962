const HOUR_MS = 3_600_000;
const DAY_H = 24;
const MONTH_D = 30;
const YEAR_D = 365;

/** How long ago somebody was last here, in words; null: within the hour, or by a clock that is ahead. */
export function seenAgo(seenAtMs: number, nowMs: number, language: string): string | null {
  const hours = Math.floor((nowMs - seenAtMs) / HOUR_MS);
  if (hours < 1) return null;
  const words = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  if (hours < DAY_H) return words.format(-hours, "hour");
  const days = Math.floor(hours / DAY_H);
  if (days < MONTH_D) return words.format(-days, "day");
  if (days < YEAR_D) return words.format(-Math.floor(days / MONTH_D), "month");
  return words.format(-Math.floor(days / YEAR_D), "year");
}
