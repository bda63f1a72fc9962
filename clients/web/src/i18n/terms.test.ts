import { describe, expect, it } from "vitest";

const files = import.meta.glob<object>(["./*/**/*.json", "../games/*/{words,rules}/*.json"], {
  eager: true,
  import: "default",
});

/** Words that say the same as another that is used for it: a reader takes two words for two things. */
const OTHER_WORDS: Record<string, [wrong: RegExp, used: string][]> = {
  el: [
    [/browser|περιήγησ|περιηγητ/i, "φυλλομετρητής"],
    [/αίθουσ/i, "σάλα"],
    [/προπόνησ/i, "εξάσκηση"],
    [/συζ[ηή]τ[ηή]σ/i, "κουβέντα"],
    [/(^|[ «])καπό(?!το)/i, "καπότο"],
    [/Kafeneio/, "Καφενείο, as the sign over every page says"],
  ],
  es: [
    [/\bchat\b/i, "charla"],
    [/salón/i, "sala"],
    [/computador/i, "ordenador"],
    [/términos y/i, "condiciones y reglas"],
  ],
  pt: [[/\bchat\b/i, "conversa"]],
};

const textsIn = (node: object): string[] =>
  Object.values(node).flatMap((value: unknown) => (typeof value === "string" ? [value] : textsIn(value as object)));

const cases = Object.entries(OTHER_WORDS).flatMap(([language, words]) =>
  words.map(([wrong, used]) => [language, used, wrong] as const),
);

describe("one word for one thing", () => {
  it.each(cases)("in %s: %s", (language, _used, wrong) => {
    const own = Object.entries(files).filter(
      ([path]) => path.includes(`/${language}/`) || path.endsWith(`/${language}.json`),
    );
    expect(own.length).toBeGreaterThan(30);
    const found = own.flatMap(([path, words]) =>
      textsIn(words)
        .filter((text) => wrong.test(text.replace(/{{.*?}}/g, "")))
        .map((text) => `${path} ${text}`),
    );
    expect(found).toEqual([]);
  });
});
