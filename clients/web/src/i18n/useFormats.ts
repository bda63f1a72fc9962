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

function makeFormats(language: string) {
  // Greek and Spanish group from five digits on by themselves; amounts of chips read better grouped always.
  const plain = new Intl.NumberFormat(language, { useGrouping: "always" });
  const signed = new Intl.NumberFormat(language, { useGrouping: "always", signDisplay: "exceptZero" });
  const share = new Intl.NumberFormat(language, { style: "percent" });
  const money = new Intl.NumberFormat(language, { style: "currency", currency: "EUR" });
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  const moment = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  return {
    number: (value: number) => plain.format(value),
    signed: (value: number) => signed.format(value).replace("-", "−"),
    /** A part of 1 in per cent. */
    share: (part: number) => share.format(part),
    money: (euroCents: number) => money.format(euroCents / 100),
    list: (items: readonly string[]) => list.format(items),
    moment: (atMs: number) => moment.format(atMs),
  };
}
