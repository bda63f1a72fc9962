import { expect, it } from "vitest";

const sources = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.*"], {
  eager: true,
  query: "?raw",
  import: "default",
});

it.each([
  [/navigator\.serviceWorker/, "./serviceWorker.ts"],
  [/\b(localStorage|sessionStorage)\b/, "../state/storage.ts"],
])("asks for what may be closed, %s, in one place", (closed, place) => {
  const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\/\/.*$/gm, "");
  const found = Object.entries(sources).filter(([, text]) => closed.test(code(text)));
  expect(found.map(([path]) => path)).toEqual([place]);
});
