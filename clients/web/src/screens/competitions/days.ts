import type { CalendarLine, CompanyLine } from "kafeneio-client";

/** Something that is on at a moment of a day: a competition, or the evening of one's company. */
export interface Occasion {
  key: string;
  atMs: number;
  line: CalendarLine | null;
  company: CompanyLine | null;
}

export interface Day {
  /** Midnight by the reader's own clock. */
  atMs: number;
  occasions: readonly Occasion[];
}

/** Today and the six days after it. */
const DAYS = 7;

/** The days of this week from today on, by the reader's own clock, each with what is on; what runs is today's. Days with nothing are left out, except today. */
export function daysOf(lines: readonly CalendarLine[], companies: readonly CompanyLine[], nowMs: number): Day[] {
  const found: Occasion[] = lines
    .filter(isShown)
    .map((line) => ({ key: line.id, atMs: line.starts_at_ms, line, company: null }));
  for (const company of companies) {
    if (company.evening_at_ms === null) continue;
    found.push({ key: company.company, atMs: company.evening_at_ms, line: null, company });
  }
  const runs = ({ line, atMs }: Occasion) => atMs <= nowMs && (line === null || line.ends_at_ms > nowMs);
  return Array.from({ length: DAYS }, (_, ahead) => {
    const from = midnight(nowMs, ahead);
    const until = midnight(nowMs, ahead + 1);
    const occasions = found
      .filter((one) => (one.atMs >= from && one.atMs < until) || (ahead === 0 && runs(one)))
      .toSorted((one, other) => one.atMs - other.atMs);
    return { atMs: from, occasions };
  }).filter((day, ahead) => ahead === 0 || day.occasions.length > 0);
}

/** Days are counted by the calendar and not in hours: two of a year are longer or shorter. */
function midnight(nowMs: number, ahead: number): number {
  const day = new Date(nowMs);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + ahead).getTime();
}

function isShown(line: CalendarLine): boolean {
  return line.state !== "cancelled";
}

/** What is on, or comes next; null: nothing is known to come. */
export function nextOf(lines: readonly CalendarLine[], nowMs: number): CalendarLine | null {
  return lines.filter((line) => isShown(line) && line.ends_at_ms > nowMs && line.state !== "settled")[0] ?? null;
}
