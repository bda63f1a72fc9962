import { expect, it } from "vitest";
import { figureOf, recordOf } from "./strengthRecord";
import measured from "./strengths.json";

it("is the share of the stronger one as measured, and what is left of it for the weaker", () => {
  const strong = Math.round(measured.tavli["strong easy"] * 100);
  expect(recordOf("tavli", "strong")?.[1]).toEqual({ against: "easy", percent: strong });
  expect(recordOf("tavli", "easy")?.[1]).toEqual({ against: "strong", percent: 100 - strong });
  expect(recordOf("tavli", "medium")?.map(({ against }) => against)).toEqual(["easy", "strong"]);
});

it("is nothing where nothing was measured", () => {
  expect(recordOf("baccarat", "strong")).toBeNull();
});

it("has one more figure where one was measured: the error of a move before the points of a hand", () => {
  const all = {
    tavli: { error: { strong: 6.5, easy: 70 }, points: { strong: 1 } },
    pilotta: { points: { strong: 12.5, medium: -0.5, easy: -20 } },
  };
  expect(figureOf("tavli", "strong", all)).toEqual({ kind: "error", value: 6.5 });
  expect(figureOf("tavli", "medium", all)).toBeNull();
  expect(figureOf("pilotta", "medium", all)).toEqual({ kind: "points", value: -0.5 });
  expect(figureOf("koumkan", "strong", all)).toBeNull();
});
