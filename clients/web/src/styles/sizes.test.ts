import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** A page that counts in pixels keeps three columns for whoever reads letters twice as large, and scrolls sideways. */
it("turns a layout at widths and heights in letters, which grow with the browser's own size of text", () => {
  const root = new URL("..", import.meta.url).pathname;
  const sheets = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".css"));
  const conditions = sheets.flatMap((name) =>
    (readFileSync(root + name, "utf8").match(/@media[^{]*\{/g) ?? []).map((each) => `${name}: ${each}`),
  );
  expect(conditions.length).toBeGreaterThan(50);
  expect(conditions.filter((each) => /\dpx/.test(each))).toEqual([]);
});
