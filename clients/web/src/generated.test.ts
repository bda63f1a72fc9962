import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
// oxlint-disable-next-line typescript/ban-ts-comment
// @ts-ignore -- a script of the build, without types
import { typesOf } from "../scripts/types.mjs";

it("the types are those that the schemas make: `npm run types` changes nothing", async () => {
  for (const [path, text] of (await typesOf()) as Map<string, string>) {
    expect(await readFile(path, "utf8")).toBe(text);
  }
}, 60_000);
