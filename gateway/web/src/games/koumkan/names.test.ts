import { describe, expect, it } from "vitest";
import { meldName, nameOf, shortName, wildWords } from "./names";

const say = (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(":");
const bots = Array.from({ length: 6 }, () => ({ name: "", bot: true }));

describe("who sits where", () => {
  it("is said of computers by a place of their own, however many there are", () => {
    for (const seats of [2, 3, 4, 5, 6] as const) {
      const names = Array.from({ length: seats }, (_, seat) => nameOf({ seats, seat: 1 }, bots, seat, say));
      expect(new Set(names).size).toBe(seats);
      expect(names[1]).toBe("computer.bottom");
    }
  });

  it("is an arrow and a word where there is little room, and You for oneself", () => {
    expect(shortName({ seats: 6, seat: 0 }, bots, 2, say)).toBe("↗ computer.short");
    expect(shortName({ seats: 6, seat: 2 }, bots, 2, say)).toBe("you");
    expect(shortName({ seats: 2, seat: 0 }, [...bots.slice(1), { name: "Ana", bot: false }], 5, say)).toBe("Ana");
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
