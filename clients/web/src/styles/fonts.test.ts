import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import subsetFont from "subset-font";
import { expect, test } from "vitest";
import { charactersOf, cut } from "../../scripts/fonts";

const require = createRequire(import.meta.url);
const fileOf = (family: string, part: string) =>
  readFileSync(require.resolve(`@fontsource-variable/${family}/files/${family}-${part}-wght-normal.woff2`));

test("a range of a style sheet names its characters", () => {
  expect(charactersOf("U+41-43,U+3B1,U+1F600")).toBe("ABCα\u{1F600}");
});

test("a font that is cut is smaller, and keeps the characters for which it is asked", async () => {
  const whole = fileOf("alegreya", "greek");
  const small = await cut("assets/alegreya-greek-wght-normal-x.woff2", whole);
  expect(small.length).toBeLessThan(whole.length);
  const only = (font: Buffer, text: string) =>
    subsetFont(font, text, { targetFormat: "woff2", variationAxes: {}, keepFeatures: [] });
  const none = await only(small, "");
  expect((await only(small, "Άώς")).length).toBeGreaterThan(none.length);
});

test("a font of which nothing is known stops the build", async () => {
  await expect(cut("assets/other.woff2", Buffer.of())).rejects.toThrow("unknown font");
});
