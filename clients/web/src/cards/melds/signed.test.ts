import { expect, it } from "vitest";
import { signed } from "./signed";

it("writes what is below zero with a minus", () => {
  expect([signed(-20), signed(0), signed(15)]).toEqual(["−20", "0", "15"]);
});
