import { expect, it } from "vitest";
import { recordOf } from "./strengthRecord";
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
