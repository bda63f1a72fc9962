import { describe, expect, it } from "vitest";
import { resultView } from "../state/samples";
import { check, verdict } from "./verify";

// services/tables/RULES.md §14, test vector.
const ROOT = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const COMMIT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
const SEED = "1".repeat(32);
const result = { ...resultView("m"), root: ROOT, commit: COMMIT, seeds: [SEED, "2".repeat(32)] };
const before = { match: "m", commit: COMMIT, seed: SEED };

describe("the proof of chance", () => {
  it("holds where root, commitment and own seed are what was promised", async () => {
    const found = await check(result, before, 0);
    expect(found).toEqual({ rootMatches: true, commitKept: true, seedUsed: true });
    expect(verdict(found)).toBe("verified");
  });

  it("breaks on another root", async () => {
    const found = await check({ ...result, root: ROOT.replace("1f", "20") }, before, 0);
    expect(verdict(found)).toBe("broken");
  });

  it("breaks on a commitment that was exchanged with its root", async () => {
    expect(verdict(await check(result, { ...before, commit: "00" }, 0))).toBe("broken");
  });

  it("breaks on a foreign seed, but not on one that came too late", async () => {
    expect(verdict(await check({ ...result, seeds: ["3".repeat(32)] }, before, 0))).toBe("broken");
    const late = await check({ ...result, seeds: ["0".repeat(32)] }, before, 0);
    expect(late.seedUsed).toBe("late");
    expect(verdict(late)).toBe("verified");
  });

  it("says what a spectator cannot know", async () => {
    const found = await check(result, null, null);
    expect(found).toEqual({ rootMatches: true, commitKept: null, seedUsed: null });
    expect(verdict(found)).toBe("verified");
  });
});
