import { expect, test } from "vitest";
import type { MatchLine } from "kafeneio-client";
import { columnsOf } from "./columns";

const line = (more: Partial<MatchLine>) =>
  ({ scoreless: null, net_chips: null, pr_after: null, quintile_after: null, ...more }) as MatchLine;

test("columns that no match fills are left out", () => {
  expect(columnsOf([line({})])).toEqual(["result", "units", "points", "elo"]);
  expect(columnsOf([line({}), line({ net_chips: 0 })])).toEqual(["result", "units", "points", "chips", "elo"]);
  const dominoes = line({ scoreless: 0, pr_after: 6, quintile_after: 2 });
  expect(columnsOf([dominoes])).toEqual(["result", "units", "points", "noPips", "elo", "pr", "quintile"]);
});
