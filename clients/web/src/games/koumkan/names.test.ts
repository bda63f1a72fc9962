import { describe, expect, it } from "vitest";
import { meldName, nameOf, shortName, wildWords } from "./names";

const say = (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(":");

describe("which player sits where", () => {
  it("is a name, and You for oneself where eyes read it", () => {
    const seats = [
      { name: "Ana", bot: false },
      { name: "Manolis", bot: true },
    ];
    expect([nameOf(seats, 0), nameOf(seats, 1), nameOf(seats, 5)]).toEqual(["Ana", "Manolis", ""]);
    expect(shortName({ seats: 2, seat: 0 }, seats, 1, say)).toBe("Manolis");
    expect(shortName({ seats: 2, seat: 0 }, seats, 0, say)).toBe("you");
  });
});

describe("cards in words", () => {
  it("say a meld with what its jokers stand for", () => {
    const run = { id: 1, owner: 0, kind: "run", suit: "h", low: 5, rank: null, cards: ["5h", "X", "7h"] } as const;
    const words = meldName({ ...run, cards: [...run.cards], stands_for: [{ index: 1, card: "6h" }] }, say);
    expect(words).toContain("cards:melds.meld.run:cards:suits.hearts:cards:ranks.5:cards:ranks.7");
    expect(words).toContain("cards:melds.meld.wild:cards:specials.joker");
  });

  it("say which ranks are wild, as the cards show them", () => {
    expect(wildWords({ wild_ranks: ["X", "T"] }, say)).toBe("wild.one:10");
    expect(wildWords({ wild_ranks: ["X", "2", "6"] }, say)).toBe("wild.two:2:6");
    expect(wildWords({ wild_ranks: ["X"] }, say)).toBe("");
  });
});
