/** How an evening's moment is said: tonight, today, tomorrow, or that it is on; null: it is further away. */
export type Nearness = "tonight" | "today" | "tomorrow" | "on";

const EVENING_FROM_H = 17;
const DAY_MS = 24 * 60 * 60_000;

/** `atMs`: the evening's hour; days are those of the reader's own clock. */
export function nearness(atMs: number, nowMs: number): Nearness | null {
  if (atMs <= nowMs) return "on";
  const at = new Date(atMs);
  if (at.toDateString() === new Date(nowMs).toDateString())
    return at.getHours() >= EVENING_FROM_H ? "tonight" : "today";
  return at.toDateString() === new Date(nowMs + DAY_MS).toDateString() ? "tomorrow" : null;
}

/** `19:05` as minutes from midnight; null: it is none. */
export function readTime(text: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(text) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

export function writeTime(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}

/** The day of the week in words; 0 is Monday. */
export function weekdayName(weekday: number, language: string): string {
  const monday = Date.UTC(2024, 0, 1);
  return new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" }).format(monday + weekday * DAY_MS);
}

/** Hours and minutes of a moment by the reader's clock. */
export function clockOf(atMs: number, language: string): string {
  const parts = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return new Intl.DateTimeFormat(language, parts).format(atMs);
}
