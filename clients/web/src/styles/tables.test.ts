import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const css = (name: string) => readFileSync(new URL(`${name}.css`, import.meta.url), "utf8");

type Colours = Record<string, string>;

/** The colours in the rule with exactly this selector. */
function rule(text: string, selector: string): Colours {
  const at = text.indexOf(`\n${selector} {`);
  const body = at < 0 ? "" : text.slice(at, text.indexOf("\n}", at));
  return Object.fromEntries([...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]));
}

/** What holds on a table: the page's colours by day, or by evening, and over them those of the table. */
function coloursOf(table: string, theme: "light" | "dark"): Colours {
  const usual = ["tokens", "cards", "tables"].map((name) => rule(css(name), ":root"));
  const dark = theme === "dark" ? ["tokens", "cards"].map((name) => rule(css(name), ':root[data-theme="dark"]')) : [];
  return Object.assign({}, ...usual, ...dark, rule(css("tables"), `:root[data-table="${table}"]`)) as Colours;
}

/** Relative luminance, as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [less = 0, more = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (more + 0.05) / (less + 0.05);
}

const CASES = ["coffee", "night", "contrast"].flatMap((table) =>
  (["light", "dark"] as const).map((theme) => ({ table, theme })),
);

it.each(CASES)("words on the cloth of $table can be read, $theme", ({ table, theme }) => {
  const colours = coloursOf(table, theme);
  for (const ink of ["felt-ink", "felt-quiet", "felt-focus", "felt-late"])
    for (const cloth of ["felt", "felt-lit", "felt-deep"])
      expect(contrast(colours[ink]!, colours[cloth]!), `${ink} on ${cloth}`).toBeGreaterThanOrEqual(4.5);
  for (const sign of ["felt-line", "mark-x", "mark-o"])
    expect(contrast(colours[sign]!, colours["felt-lit"]!), sign).toBeGreaterThanOrEqual(3);
});

it.each(CASES)("cards of $table can be read, $theme", ({ table, theme }) => {
  const colours = coloursOf(table, theme);
  for (const ink of ["red-suit", "black-suit", "clubs", "diamonds"])
    if (colours[ink]) expect(contrast(colours[ink], colours["card"]!), ink).toBeGreaterThanOrEqual(4.5);
});

it("on the table of contrast everything differs in lightness too", () => {
  const colours = coloursOf("contrast", "light");
  expect(contrast(colours["felt-ink"]!, colours["felt-lit"]!)).toBeGreaterThanOrEqual(7);
  expect(contrast(colours["point"]!, colours["point-dark"]!)).toBeGreaterThanOrEqual(4.5);
  for (const checker of ["#fffaf0", "#1a100e"])
    for (const ring of ["ring-movable", "ring-last"])
      expect(contrast(colours[ring]!, checker), `${ring} on ${checker}`).toBeGreaterThanOrEqual(3);
});
