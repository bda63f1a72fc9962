import { describe, expect, it } from "vitest";
import { readCall, spoken } from "./calls";
import type { View } from "./view";

type Bidding = View["bidding"];

const said = (phase: View["phase"], ...calls: string[]): Bidding =>
  calls.map((call, seat) => ({ phase, seat: seat % 4, call }));

const seen = (phase: View["phase"], bidding: Bidding, trick: string[] = []) =>
  Object.fromEntries(
    [...spoken({ phase, bidding, trick, tricks_won: [0, 0] })].map(([seat, call]) => [seat, call.kind]),
  );

describe("a call", () => {
  it("is read as the rules write it", () => {
    expect(readCall("90h")).toEqual({ kind: "bid", value: 90, suit: "h" });
    expect(readCall("capots")).toEqual({ kind: "bid", value: "capot", suit: "s" });
    expect(readCall("c")).toEqual({ kind: "choose", suit: "c" });
    expect(readCall("take_seven")).toEqual({ kind: "take_seven" });
    expect(readCall("pass")).toEqual({ kind: "pass" });
  });
});

describe("what is in the air", () => {
  it("is each seat's last call of the running phase", () => {
    expect(seen("auction", said("auction", "pass", "80h", "pass", "pass", "90h"))).toEqual({
      0: "bid",
      1: "bid",
      2: "pass",
      3: "pass",
    });
  });

  it("stays from the phase before until a player speaks in the new one", () => {
    const auction = said("auction", "80h", "pass", "pass", "pass");
    expect(seen("contra", auction)).toEqual({ 0: "bid", 1: "pass", 2: "pass", 3: "pass" });
    expect(seen("contra", [...auction, { phase: "contra", seat: 1, call: "pass" }])).toEqual({ 1: "pass" });
  });

  it("is gone with the first card", () => {
    const taken = said("round1", "pass", "take");
    expect(seen("tricks", taken)).toEqual({ 0: "pass", 1: "take" });
    expect(seen("tricks", taken, ["Ah"])).toEqual({});
  });
});
