import { describe, expect, it } from "vitest";
import cases from "./cases.json";
import { asPlayed, beats, type Combo, type Ranked, readings, refusalOn } from "./combos";

interface Case {
  cards: string[];
  top: Ranked | null;
  readings: Combo[];
  refusal: string | null;
}

const ENGINE = cases as Case[];
const read = (cards: string) => readings(cards.split(" "));
const ranked = (cards: string): Ranked => {
  const { kind, length, rank } = read(cards)[0]!;
  return { type: kind, length, rank };
};

describe("a set of cards", () => {
  it.each(ENGINE)("is what the engine says: $cards on $top", ({ cards, top, readings: expected, refusal }) => {
    const found = readings(cards).map((combo) => asPlayed(combo, top));
    expect(found).toEqual(expected);
    if (top && found[0] && found[0].kind !== "dog") expect(refusalOn(found[0], top)).toBe(refusal);
  });

  it("is the same in any order", () => {
    for (const { cards, top, readings: expected } of ENGINE) {
      expect(readings(cards.toReversed()).map((combo) => asPlayed(combo, top))).toEqual(expected);
    }
  });

  it.each([
    ["2j 3s 4p 5t PHX", 6, 6],
    ["MJ 2j 3s 4p PHX", 5, 5],
    ["Jj Qs Kp At PHX", 14, 10],
    ["5j 6s 8p 9t PHX", 9, 7],
  ])("leaves the Phoenix no choice in %s", (cards, rank, phoenix) => {
    expect(read(cards)).toEqual([{ kind: "straight", length: 5, rank, phoenix }]);
  });

  it.each(["8j 8s 8p 8t PHX", "8j 8s 8p PHX", "MJ PHX", "DRG PHX", "2j 3s 4p 5t", "Aj 2s 3p 4t 5j"])(
    "is nothing: %s",
    (cards) => expect(read(cards)).toEqual([]),
  );
});

describe("bombs", () => {
  it("go from four alike to long straights", () => {
    const order = ["DRG", "8j 8s 8p 8t", "Aj As Ap At", "9j Tj Jj Qj Kj", "2s 3s 4s 5s 6s 7s"];
    for (let at = 1; at < order.length; at++) {
      expect(beats(read(order[at]!)[0]!, ranked(order[at - 1]!))).toBe(true);
      expect(beats(read(order[at - 1]!)[0]!, ranked(order[at]!))).toBe(false);
    }
  });
});

describe("the Phoenix alone", () => {
  it("is half a rank above the single before, never above the Dragon", () => {
    const [phoenix] = read("PHX");
    expect(asPlayed(phoenix!, ranked("Aj")).rank).toBe(14.5);
    expect(beats(asPlayed(phoenix!, ranked("Aj")), ranked("Aj"))).toBe(true);
    expect(refusalOn(asPlayed(phoenix!, ranked("DRG")), ranked("DRG"))).toBe("too_low");
    expect(refusalOn(asPlayed(phoenix!, ranked("2j 2s")), ranked("2j 2s"))).toBe("wrong_combination");
  });
});
