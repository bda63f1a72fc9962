import { describe, expect, it } from "vitest";
import { LANGUAGES } from "./languages";

/** Texts that are the same as in English because they are names, or words that both languages have. */
const SAME = new Set(
  [
    // people, places, companies
    "Kafeneio|Anna|Babis|Eleni|Fotini|Giorgos|Katina|Kostas|Lefteris|Litsa|Loula|Manolis|Maria|Marika|Mimis|Nikos|Roula",
    "Sakis|Sofia|Stelios|Takis|Thodoros|Toula|Vangelis|Voula|Facebook|WhatsApp|Viber|Telegram|Twitter|X",
    // devices
    "Browser|computer|tablet",
    // games, their parts, what one treats to
    "Tavli|Portes|Plakoto|Fevga|Buraco|Biriba|Biribas|Mpirimpa|Mpirimpa Pro|Koum-kan|Thanasis|Dynamitis|Pilotta|Tichu",
    "Palatisti|Belote|Rebelote|Contra|Recontra|contra|recontra|Canasta|Canastas|no canasta|Fortune Six|Mah Jong",
    "Run Out|Run Out Match|Full house|Full house: {{rank}}|Tichu: {{name}}|joker|4 jokers|Joker, 2|{{rank}} = joker",
    "jade|pagodas|Loukoumi|Ouzo|Komboloi",
    // words of many languages
    "{{name}}: PR {{before}} → {{after}}",
    "Bots|{{about}}, bots|Elo|PR|No|E-mail|Chat|chat|Computer|Password|Auditor|euros|Quintile|Quintile {{value}}|{{hours}} h {{minutes}} min",
  ].flatMap((line) => line.split("|")),
);

/** Buttons and lines are made for these three; no other may be more than this much longer than their longest. */
const MEASURES = ["el", "en", "es"];
const LONGER_MAX = 1.6;

const files = import.meta.glob<object>(["./*/*.json", "./*/{table,pages}/*.json", "../games/*/{words,rules}/*.json"], {
  eager: true,
  import: "default",
});

/** Every text by its file's subject and its path: `app common.yes`. */
function textsOf(language: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [path, words] of Object.entries(files)) {
    const [file, folder] = path
      .replace(/\/(table|pages)\//, "/")
      .split("/")
      .toReversed();
    const own = folder === language;
    if (own || file === `${language}.json`) collect(words, own ? `${file}` : path.replace(/[^/]*$/, ""), found);
  }
  return found;
}

function collect(node: object, path: string, found: Map<string, string>): void {
  for (const [key, value] of Object.entries(node)) {
    if (key === "id") continue;
    const deeper = `${path} ${key}`;
    if (typeof value === "string") found.set(deeper, value);
    else collect(value as object, deeper, found);
  }
}

const isWord = (text: string) => /\p{L}{2}/u.test(text.replace(/{{.*?}}/g, ""));
const english = textsOf("en");
const measures = MEASURES.map(textsOf);

describe.each(LANGUAGES.filter((language) => language !== "en"))("what is translated into %s", (language) => {
  const texts = textsOf(language);

  it("has the shape of the English texts, rules too", () => {
    const plural = / ?[\w.]+_many$/;
    expect([...texts.keys()].filter((key) => !english.has(key) && !plural.test(key))).toEqual([]);
    expect([...english.keys()].filter((key) => !texts.has(key))).toEqual([]);
  });

  it("is English nowhere but where both languages say the same", () => {
    const left = [...texts].filter(([key, text]) => english.get(key) === text && isWord(text) && !SAME.has(text));
    expect(left).toEqual([]);
  });

  it("is nowhere so long that buttons would have to be made for it", () => {
    const longest = (key: string) => Math.max(...measures.map((each) => (each.get(key) ?? "").length));
    const long = [...texts].filter(([key, text]) => longest(key) > 0 && text.length > LONGER_MAX * longest(key));
    expect(long).toEqual([]);
  });

  it("says “of” between a million and a noun alone", () => {
    const wrong = /\}\} d[ei] (à|a|ai|in|nas|d[ei]|fora|fuori|procuram|tuas|tue|novos|nuovi|altri|melhores)(?!\p{L})/u;
    expect([...texts].filter(([, text]) => wrong.test(text))).toEqual([]);
  });

  it("keeps line ends where English has them", () => {
    const lines = (text: string) => text.split("\n").length;
    const other = [...texts].filter(([key, text]) => english.has(key) && lines(text) !== lines(english.get(key) ?? ""));
    expect(other).toEqual([]);
  });
});

describe("numbers, money and moments", () => {
  const at = Date.UTC(2026, 10, 28, 18, 0);

  it.each(["pt", "it"])("are written as %s writes them", (language) => {
    expect(new Intl.NumberFormat(language, { useGrouping: "always" }).format(1234567)).toBe("1.234.567");
    const money = new Intl.NumberFormat(language, { style: "currency", currency: "EUR" }).format(12.5);
    expect(money.replace(/\s/g, " ")).toMatch(/^(€ 12,50|12,50 €)$/);
    expect(new Intl.PluralRules(language).select(1_000_000)).toBe("many");
    expect(new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }).format(at)).toMatch(
      /28.*nov.*2026/,
    );
  });
});
