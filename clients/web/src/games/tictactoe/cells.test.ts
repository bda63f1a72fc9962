import { describe, expect, it } from "vitest";
import { cellByKey, cellsOf } from "./cells";

describe("cells", () => {
  it("are named by row and column from the top left", () => {
    const cells = cellsOf(["X..", ".O.", "..."]).flat();
    expect(cells.map((cell) => cell.name).slice(0, 4)).toEqual(["1,1", "1,2", "1,3", "2,1"]);
    expect(cells.filter((cell) => cell.mark).map((cell) => [cell.name, cell.mark])).toEqual([
      ["1,1", "X"],
      ["2,2", "O"],
    ]);
  });

  it.each([
    ["ArrowRight", "1,1", "1,2"],
    ["ArrowDown", "1,1", "2,1"],
    ["ArrowUp", "1,1", "1,1"],
    ["ArrowRight", "2,3", "2,3"],
    ["Home", "2,3", "2,1"],
    ["End", "2,1", "2,3"],
    ["a", "2,1", null],
  ])("%s leads from %s to %s", (key, from, to) => {
    expect(cellByKey(key, from, 3)).toBe(to);
  });
});
