import { describe, expect, it } from "vitest";
import type { Recording } from "kafeneio-client";
import { Chance, drawn, readRecording, Unreadable, verifyRecording } from "./recording";

// services/tables/RULES.md §14, test vector.
const ROOT = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const COMMIT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
const MATCH = "00000000-0000-4000-8000-000000000001";
const KEY = "1dde3720-f99a-4bbe-ba09-1d881ffbfd51";
const SEEDS = ["1", "2", "3", "4"].map((digit) => digit.repeat(32));
const DEAL = [24, 16, 13, 22, 21, 19, 20, 12, 3, 9, 17, 8, 15, 0, 11, 4, 27, 7, 18, 2, 6, 10, 1, 26, 5, 25, 23, 14];
const DICE = [4, 1, 5, 5, 6, 1, 2, 2];

function draw(seq: number, purpose: string, kind: string, n: number, values: number[]) {
  return { seq, t_ms: 0, hand: 1, seat: null, kind: "drawn", data: { purpose, draw: kind, n, values } };
}

function recording(change: Partial<Recording> = {}): Recording {
  return {
    format: 1,
    match: MATCH,
    seats: SEEDS.map((_, at) => ({ name: `p${at}`, account: `a${at}` })),
    commit: COMMIT,
    root: ROOT,
    seeds: SEEDS,
    hands: [{ number: 1, deal_key: KEY, events: 4, result: null }],
    events: [
      draw(1, "leader", "below", 4, [2]),
      draw(2, "deal", "shuffle", 28, DEAL),
      draw(3, "dice", "dice", 4, DICE.slice(0, 4)),
      draw(4, "dice", "dice", 4, DICE.slice(4)),
    ],
    ...change,
  } as Recording;
}

const NOTHING = { commit: null, seed: null };
const broken = async (change: Partial<Recording>, noted = NOTHING) =>
  (await verifyRecording(recording(change), noted)).filter((each) => !each.holds).map((each) => each.kind);

describe("the check of a recording", () => {
  it("computes the test vector of the rules", async () => {
    const chance = await Chance.of(ROOT, MATCH, SEEDS.join("."));
    expect(await chance.commitment()).toBe(COMMIT);
    expect(await chance.dealKey(1)).toBe(KEY);
    expect(await drawn(await chance.stream(1, "deal"), "shuffle", 28)).toEqual(DEAL);
    expect(await drawn(await chance.stream(1, "dice"), "dice", 8)).toEqual(DICE);
    expect(await drawn(await chance.stream(1, "lottery"), "below", 10_000)).toEqual([9839]);
  });

  it("holds where everything is as the rules give it", async () => {
    const found = await verifyRecording(recording(), { commit: COMMIT.toUpperCase(), seed: SEEDS[1] ?? null });
    expect(found.map((each) => each.kind)).toEqual([
      "commit",
      "commitKept",
      "seeds",
      "seedUsed",
      "key",
      "draw",
      "draw",
      "draw",
      "draw",
    ]);
    expect(found.every((each) => each.holds)).toBe(true);
  });

  it("finds cards that changed places, and says what they should be", async () => {
    const [, deal, ...rest] = recording().events;
    const swapped = draw(2, "deal", "shuffle", 28, [16, 24, ...DEAL.slice(2)]);
    const found = await verifyRecording(recording({ events: [...rest, swapped] }), NOTHING);
    const bad = found.filter((each) => !each.holds);
    expect(bad).toMatchObject([{ kind: "draw", draw: { wanted: deal?.data["values"] } }]);
  });

  it("finds every other change", async () => {
    expect(await broken({ commit: "0".repeat(64) })).toEqual(["commit"]);
    expect(await broken({ hands: [{ number: 1, deal_key: MATCH, events: 4, result: null, start: null }] })).toEqual([
      "key",
    ]);
    expect(await broken({ seeds: SEEDS.slice(1) })).toContain("seeds");
    expect(await broken({ root: "0".repeat(64) })).toContain("commit");
    expect(await broken({ events: recording().events.slice(3) })).toEqual(["draw"]);
    expect(await broken({}, { commit: "00", seed: "00" } as never)).toEqual(["commitKept", "seedUsed"]);
  });

  it("says what is no recording", async () => {
    expect(() => readRecording("{")).toThrow(Unreadable);
    expect(() => readRecording("[]")).toThrow("notRecording");
    expect(() => readRecording("null")).toThrow("notRecording");
    expect(() => readRecording(JSON.stringify(recording({ format: 2 })))).toThrow("format");
    expect(readRecording(JSON.stringify(recording())).match).toBe(MATCH);
    for (const change of [{ root: "x" }, { seeds: null }, { hands: null }]) {
      await expect(verifyRecording(recording(change as never), NOTHING)).rejects.toThrow("notRecording");
    }
    const guess = draw(1, "deal", "guess", 3, []);
    await expect(verifyRecording(recording({ events: [guess] }), NOTHING)).rejects.toThrow("notRecording");
    const endless = draw(1, "deal", "shuffle", 1e9, []);
    await expect(verifyRecording(recording({ events: [endless] }), NOTHING)).rejects.toThrow("notRecording");
  });
});
