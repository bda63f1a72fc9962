import { expect, test } from "vitest";
import { countingNow, linked, possibleResults, sidesOf } from "./possibleResults";

test("what a match can be is each side's win, a tie and no result", () => {
  const alone = () => false;
  expect(possibleResults(sidesOf(2, alone)).map((each) => each.id)).toEqual(["0", "1", "tie", "void"]);
  expect(sidesOf(4, (seat, other) => seat !== other && seat % 2 === other % 2)).toEqual([
    [0, 2],
    [1, 3],
  ]);
  expect(sidesOf(3, alone)).toEqual([[0], [1], [2]]);
});

test("the result that counts has the name of its choice", () => {
  expect(countingNow({ outcome: "won", winners: [2, 0] })).toBe("0-2");
  expect(countingNow({ outcome: "tied", winners: [] })).toBe("tie");
  expect(countingNow({ outcome: "void", winners: [] })).toBe("void");
});

test("a link names a match or a table", () => {
  expect(linked("https://kafeneio.example/replay/abc-1/2/3")).toEqual({ match: "abc-1" });
  expect(linked("https://kafeneio.example/table/t-1")).toEqual({ table: "t-1" });
  expect(linked("https://kafeneio.example/rooms")).toBeNull();
});
