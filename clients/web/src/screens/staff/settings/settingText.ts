import type { Setting } from "kafeneio-client";

export type Value = Setting["value"];
type Row = readonly [number, number];

const BPS_PER_PERCENT = 100;

/** A value as it is written in the form: words and steps a line each, rates in percent. */
export function textOf(kind: Setting["kind"], value: Value): string {
  if (!Array.isArray(value)) return String(value);
  if (kind === "steps") return value.map(stepText).join("\n");
  return value.join(kind === "words" ? "\n" : ", ");
}

function stepText(step: unknown): string {
  const [from, rate] = step as Row;
  return `${from} ${rate / BPS_PER_PERCENT}`;
}

/** The value that is written; null for what cannot be read. Whether it is allowed, the platform says. */
export function valueOf(kind: Setting["kind"], text: string): Value | null {
  const lines = text.split("\n").filter((line) => line.trim());
  switch (kind) {
    case "number":
      return numberOf(text);
    case "numbers": {
      const numbers = text
        .split(/[\s,;]+/)
        .filter(Boolean)
        .map(numberOf);
      return numbers.includes(null) ? null : (numbers as number[]);
    }
    case "steps": {
      const steps = lines.map(stepOf);
      return steps.includes(null) ? null : (steps as [number, number][]);
    }
    case "words":
      return lines;
    default:
      return text;
  }
}

const numberOf = (text: string) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : null);

function stepOf(line: string): [number, number] | null {
  const found = /^\s*(\d{1,9})[\s:,;]+(\d{1,3}(?:\.\d{1,2})?)\s*%?\s*$/.exec(line);
  return found && [Number(found[1]), Math.round(Number(found[2]) * BPS_PER_PERCENT)];
}

/** Settings whose name, in words or as code, contains all that is searched for. */
export function matching(
  settings: readonly Setting[],
  search: string,
  nameOf: (setting: Setting) => string,
): Setting[] {
  const parts = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return settings.filter((each) => {
    const name = `${nameOf(each)} ${each.name}`.toLocaleLowerCase();
    return parts.every((part) => name.includes(part));
  });
}
