import { expect, it } from "vitest";

const sources = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.*"], {
  eager: true,
  query: "?raw",
  import: "default",
});
const doors = import.meta.glob<object>("./en/*.json", { eager: true, import: "default" });
const table = import.meta.glob<object>("./en/table/*.json", { eager: true, import: "default" });
const pages = import.meta.glob<object>("./en/pages/*.json", { eager: true, import: "default" });
const nameOf = (path: string) => path.replace(/^.*\/|\.json$/g, "");
const ofTable = Object.keys(table).map(nameOf);
const ofPages = Object.keys(pages).map(nameOf);
/** What the first script begins with: every game's own part is in it. */
const FIRST = ["../main.tsx", ...Object.keys(sources).filter((path) => /games\/\w+\/index\.tsx$/.test(path))];
const BOARDS = Object.keys(sources).filter((path) => /games\/\w+\/Board\.tsx$/.test(path));

/** The module that `from` imports as `name`; undefined for libraries and styles. */
function moduleOf(from: string, name: string): string | undefined {
  if (!name.startsWith(".")) return undefined;
  const path = new URL(name, `http://x/src/i18n/${from}`).pathname.replace("/src/i18n/", "./").replace("/src/", "../");
  return ["", ".ts", ".tsx", "/index.ts", "/index.tsx"].map((end) => path + end).find((each) => each in sources);
}

/** All modules that are loaded with these. */
function loadedWith(starts: readonly string[]): Set<string> {
  const found = new Set<string>();
  const left = [...starts];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    const from = path;
    for (const [, name] of sources[path]!.matchAll(/^(?:import|export) (?!type)[^;]*?from "([^"]+)"/gm)) {
      const next = moduleOf(from, name!);
      if (next) left.push(next);
    }
  }
  return found;
}

/** The modules that use words of these namespaces, each with which. */
function usersOf(spaces: readonly string[], modules: Iterable<string>): string[] {
  const late = new Set(spaces);
  return [...modules].flatMap((path) => {
    const text = sources[path]!;
    const named = [...text.matchAll(/(?:useTranslation|translator|has|lookUp)\(([^)]*)\)/g)].map(([, words]) => words!);
    const used = named.flatMap((words) => [...words.matchAll(/"(\w+)"/g)].map(([, space]) => space!));
    const prefixes = [...text.matchAll(/\bt\("(\w+):/g)].map(([, space]) => space!);
    return [...used, ...prefixes].filter((space) => late.has(space)).map((space) => `${path} ${space}`);
  });
}

it("loads the words of a module with it or before it", () => {
  const modules = loadedWith(FIRST);
  expect(modules.size).toBeGreaterThan(100);
  expect(usersOf([...ofTable, ...ofPages], modules)).toEqual([]);
});

it("loads the words of the table and of boards with the table", () => {
  const modules = loadedWith(["../screens/table/TableScreen.tsx", ...BOARDS]);
  expect(modules.size).toBeGreaterThan(200);
  expect(usersOf(ofPages, modules)).toEqual([]);
});

it("has each namespace once", () => {
  const all = [...Object.keys(doors).map(nameOf), ...ofTable, ...ofPages];
  expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([]);
});
