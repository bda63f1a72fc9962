import { useTranslation } from "./useTranslation";

type Formats = ReturnType<typeof makeFormats>;

/** One for each language: to make them takes longer than to use them for a whole page. */
const made = new Map<string, Formats>();

/** Numbers, lists and moments as the language writes them. */
export function useFormats(): Formats {
  return formatsOf(useTranslation().language);
}

export function formatsOf(language: string): Formats {
  let formats = made.get(language);
  if (!formats) {
    formats = makeFormats(language);
    made.set(language, formats);
  }
  return formats;
}

const DAY_MS = 86_400_000;

/** The first and last day (UTC) of an ISO week or a month; null: it is neither. */
function daysOf(id: string): { fromMs: number; toMs: number; isMonth: boolean } | null {
  const [, year, isWeek, part] = /^(\d{4})-(W?)(\d{2})$/.exec(id) ?? [];
  if (year === undefined || part === undefined) return null;
  if (!isWeek) {
    const fromMs = Date.UTC(Number(year), Number(part) - 1, 1);
    return { fromMs, toMs: Date.UTC(Number(year), Number(part), 0), isMonth: true };
  }
  const fourthMs = Date.UTC(Number(year), 0, 4); // always in the first week
  const mondayMs = fourthMs - ((new Date(fourthMs).getUTCDay() + 6) % 7) * DAY_MS;
  const fromMs = mondayMs + (Number(part) - 1) * 7 * DAY_MS;
  return { fromMs, toMs: fromMs + 6 * DAY_MS, isMonth: false };
}

function makeFormats(language: string) {
  // Greek and Spanish group from five digits on by themselves; amounts of chips read better grouped always.
  const plain = new Intl.NumberFormat(language, { useGrouping: "always" });
  const rating = new Intl.NumberFormat(language, { useGrouping: false });
  const signed = new Intl.NumberFormat(language, { useGrouping: "always", signDisplay: "exceptZero" });
  const share = new Intl.NumberFormat(language, { style: "percent" });
  const money = new Intl.NumberFormat(language, { style: "currency", currency: "EUR" });
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  const time = new Intl.DateTimeFormat(language, { timeStyle: "short" });
  const moment = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const order = new Intl.Collator(language, { numeric: true });
  const day = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
  const month = new Intl.DateTimeFormat(language, { month: "long", year: "numeric", timeZone: "UTC" });
  return {
    /** A leaderboard's period by its days: `2026-W48`, `2026-11`; another one by its own name. */
    period: (id: string) => {
      const days = daysOf(id);
      if (days === null) return id;
      return days.isMonth ? month.format(days.fromMs) : day.formatRange(days.fromMs, days.toMs);
    },
    /** Orders words as a dictionary of the language does. */
    compare: (one: string, other: string) => order.compare(one, other),
    number: (value: number) => plain.format(value),
    /** A rating, which is never grouped: it is read as a name, and stands so in the room. */
    rating: (value: number) => rating.format(value),
    signed: (value: number) => signed.format(value).replace("-", "−"),
    /** A part of 1 in per cent. */
    share: (part: number) => share.format(part),
    money: (euroCents: number) => money.format(euroCents / 100),
    /** A UTC day. */
    day: (dayMs: number) => day.format(dayMs),
    list: (items: readonly string[]) => list.format(items),
    moment: (atMs: number) => moment.format(atMs),
    /** A moment, of today by its time alone. */
    recent: (atMs: number, nowMs: number) =>
      (new Date(atMs).toDateString() === new Date(nowMs).toDateString() ? time : moment).format(atMs),
    /** A calendar day as `2026-11-28`. */
    dateOf: (date: string) => day.format(Date.parse(`${date}T00:00:00Z`)),
  };
}
