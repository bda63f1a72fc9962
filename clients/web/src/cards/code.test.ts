import { describe, expect, it } from "vitest";
import { faceOf, rankText, suitLetter, suitOf } from "./code";
import { PIPS } from "./pips";

describe("a card's code", () => {
  it("is its rank and its suit", () => {
    expect(faceOf("Th")).toEqual({ rank: "T", suit: "hearts" });
    expect(faceOf("2c")).toEqual({ rank: "2", suit: "clubs" });
  });

  it("means another card in another pack", () => {
    expect(faceOf("As")).toEqual({ rank: "A", suit: "spades" });
    expect(faceOf("As", "tichu")).toEqual({ rank: "A", suit: "sword" });
  });

  it("names the cards without a suit", () => {
    expect(faceOf("X")).toEqual({ special: "joker" });
    expect(["MJ", "DOG", "PHX", "DRG"].map((code) => faceOf(code, "tichu"))).toEqual(
      ["mahjong", "dog", "phoenix", "dragon"].map((special) => ({ special })),
    );
    expect(suitLetter("DRG") + suitLetter("X") + suitLetter("MJ")).toBe("");
  });

  it.each(["", "1h", "10h", "Tx", "h", "DRG"])("is no card where the pack has none: %s", (code) => {
    expect(faceOf(code)).toBeNull();
  });

  it("has the ten written out, and its suit's letter", () => {
    expect([rankText("T"), rankText("K")]).toEqual(["10", "K"]);
    expect([suitLetter("Th"), suitOf("h"), suitOf("s", "tichu"), suitOf("x")]).toEqual(["h", "hearts", "sword", null]);
  });
});

describe("the pips", () => {
  it.each(["2", "3", "4", "5", "6", "7", "8", "9"] as const)("of a %s are as many", (rank) => {
    expect(PIPS[rank]).toHaveLength(Number(rank));
  });

  it("of a ten are ten, on ten places", () => {
    expect(new Set(PIPS.T?.map(({ x, y }) => `${x} ${y}`)).size).toBe(10);
  });
});
