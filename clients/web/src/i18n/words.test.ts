import { describe, expect, it } from "vitest";
import type { Language } from "../state/settings";
import { namespaces } from "./index";
import { LANGUAGES, type Words } from "./languages";

const PLURAL = /_(zero|one|two|few|many|other)$/;
const loaded = import.meta.glob<{ own: Words; games?: Words }>(["./*/index.ts", "./*/{table,pages}/index.ts"], {
  eager: true,
});
const words = {} as Record<Language, Map<string, object>>;
for (const [path, { own, games }] of Object.entries(loaded)) {
  const language = path.split("/")[1] as Language;
  words[language] = new Map([...(words[language] ?? []), ...namespaces(own, games ?? {})]);
}
const english = words["en"]!;

/** Every text by its path: `room.hello` → "Good to see you, {{name}}." */
function texts(node: object, path: string[] = []): [string, string][] {
  return Object.entries(node).flatMap(([key, value]) =>
    typeof value === "string" ? [[[...path, key].join("."), value] as [string, string]] : texts(value, [...path, key]),
  );
}

const keysOf = (language: Language, ns: string) => texts(words[language]!.get(ns) ?? {}).map(([key]) => key);
const bare = (keys: string[]) => new Set(keys.map((key) => key.replace(PLURAL, "")));
const placeholders = (text: string) => new Set(text.match(/{{\s*\w+/g) ?? []);
const spaces = [...english.keys()];

describe("the words", () => {
  it("include the page's own and those of every game", () => {
    expect(spaces).toEqual(expect.arrayContaining(["app", "error", "cards", "records", "sent", "tictactoe"]));
  });

  describe.each(LANGUAGES)("in %s", (language) => {
    it.each(spaces)("lack no key of %s, and have none too many", (ns) => {
      expect(bare(keysOf(language, ns))).toEqual(bare(keysOf("en", ns)));
    });

    it.each(spaces)("have every plural form that the language needs in %s", (ns) => {
      const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      const keys = new Set(keysOf(language, ns));
      const counted = keysOf(language, ns).filter((key) => PLURAL.test(key));
      for (const stem of bare(counted)) {
        for (const category of categories) expect(keys).toContain(`${stem}_${category}`);
      }
    });

    it.each(spaces)("say something in every text of %s", (ns) => {
      const empty = texts(words[language]!.get(ns) ?? {}).filter(([, text]) => text.trim() === "");
      expect(empty).toEqual([]);
    });

    it.each(spaces)("fill in what the English text fills in, in %s", (ns) => {
      const models = new Map(texts(english.get(ns) ?? {}));
      for (const [key, text] of texts(words[language]!.get(ns) ?? {})) {
        const model = models.get(key) ?? models.get(key.replace(PLURAL, "_other")) ?? "";
        expect([key, [...placeholders(text)].sort()]).toEqual([key, [...placeholders(model)].sort()]);
      }
    });
  });
});
