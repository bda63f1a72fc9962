import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
// oxlint-disable-next-line typescript/ban-ts-comment
// @ts-ignore -- a script of the build, without types
import { into, typesOf } from "../scripts/types.mjs";

it("the types are those that the schemas make: `npm run types` changes nothing", async () => {
  for (const [name, text] of (await typesOf()) as Map<string, string>) {
    expect(await readFile(join(into as string, name), "utf8")).toBe(text);
  }
}, 60_000);
