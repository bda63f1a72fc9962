import { describe, expect, it } from "vitest";
import { remembered } from "./lingering";

const NONE = { last: "", running: "", held: "" };

describe("a finished trick", () => {
  const running = remembered(NONE, "", "0Ah 1Th");

  it("is held where its last card came with the next lead", () => {
    expect(remembered(running, "0Ah 1Th 2Kh 3Qh", "0As").held).toBe("0Ah 1Th 2Kh 3Qh");
  });

  it("stays held while the next one goes on", () => {
    const over = remembered(running, "0Ah 1Th 2Kh 3Qh", "");
    expect(remembered(over, "0Ah 1Th 2Kh 3Qh", "0As").held).toBe("0Ah 1Th 2Kh 3Qh");
  });

  it("is not where one has jumped, or comes to the table now", () => {
    expect(remembered(running, "2Ac 3Tc 0Kc 1Qc", "2As").held).toBe("");
    expect(remembered(NONE, "0Ah 1Th 2Kh 3Qh", "0As").held).toBe("");
  });

  it("is remembered once", () => {
    expect(remembered(running, "", "0Ah 1Th")).toBe(running);
  });
});
