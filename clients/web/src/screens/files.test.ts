import { expect, it } from "vitest";

const sources = import.meta.glob<string>("./**/*.tsx", { eager: true, query: "?raw", import: "default" });

it("asks for files by buttons of the page: the browser's own speak the browser's language", () => {
  const asking = Object.entries(sources).filter(([, text]) => text.includes('type="file"'));
  expect(asking.length).toBeGreaterThan(2);
  const bare = asking.filter(([, text]) => !text.includes(".current?.click()") || !text.includes("tabIndex={-1}"));
  expect(bare.map(([path]) => path)).toEqual([]);
});
