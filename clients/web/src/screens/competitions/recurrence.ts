/** Weekdays as a rule of RFC 5545 has them, Monday first. */
export const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** How often the days come: each week, each second one, or once a month on the first, … or last of them. */
export const RHYTHMS = ["week", "second", "1", "2", "3", "4", "-1"] as const;
export type Rhythm = (typeof RHYTHMS)[number];

/** When a competition comes again: the days, how often they come, and the last date that counts; empty: none. */
export interface Recurrence {
  days: readonly Weekday[];
  rhythm: Rhythm;
  until: string;
}

export const USUAL: Recurrence = { days: ["FR", "SA"], rhythm: "week", until: "" };

/** The rule that the platform takes (services/tournaments/RULES.md §8); nobody types it. */
export function ruleOf({ days, rhythm, until }: Recurrence): string {
  const last = until ? `;UNTIL=${until.replaceAll("-", "")}` : "";
  if (rhythm === "week" || rhythm === "second") {
    const interval = rhythm === "second" ? ";INTERVAL=2" : "";
    return `FREQ=WEEKLY${interval};BYDAY=${days.join(",")}${last}`;
  }
  return `FREQ=MONTHLY;BYDAY=${days.map((day) => `${rhythm}${day}`).join(",")}${last}`;
}
