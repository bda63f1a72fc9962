import { describe, expect, it } from "vitest";
import cases from "./cases.json";
import { differences, sorts, type Try } from "../../cards/melds/engineCases";
import type { Play } from "../../cards/melds/view";
import { drafted, isJustified, PLAYS, type Position, positionOf } from "./plays";
import type { MeldView, View } from "./view";

const { layOffs, offersOf } = PLAYS;

type Seen = Pick<View, "own_hand" | "melds" | "trump" | "columns" | "pot_taken"> & { seat: number };

const met = cases as unknown as (Seen & {
  tries?: Try<MeldView>[];
  pile?: string[];
  plays?: Play[];
  answer?: Answer;
})[];
interface Answer {
  error: string | null;
  own_hand: string[];
}

describe("what the engine says of many plays", () => {
  const tried = met.map(({ tries = [], ...seen }) => ({ before: positionOf(seen, seen.seat), tries }));

  it("is what the client finds: how melds lie, what is left, the pot; or the code", () => {
    expect(differences(PLAYS, tried)).toEqual([]);
  });

  it("is tried with plays of many kinds", () => {
    expect(sorts(tried).allowed).toBeGreaterThan(50);
    expect(sorts(tried).codes).toBeGreaterThan(7);
  });

  it("is what the client says of the pile that is taken with plays", () => {
    const taken = met.filter(({ pile }) => pile);
    expect(taken.length).toBeGreaterThan(5);
    for (const { pile = [], plays = [], answer, ...seen } of taken) {
      const after = drafted(positionOf(seen, seen.seat), pile, plays);
      const code = typeof after === "string" ? after : isJustified(pile, plays) ? null : "pile_not_justified";
      expect(code).toBe(answer?.error);
      if (typeof after !== "string") expect([...after.hand].sort()).toEqual([...(answer?.own_hand ?? [])].sort());
    }
  });
});

const RUN: MeldView = {
  id: 1,
  side: 0,
  kind: "run",
  suit: "h",
  low: 5,
  rank: null,
  cards: ["5h", "6h", "7h"],
  wild: null,
  stands_for: null,
  class: "open",
  missing: 4,
  trump: false,
  bonus: 0,
  points: 15,
};

const position = (hand: string, melds: MeldView[] = [RUN]): Position => ({
  side: 0,
  hand: hand.split(" "),
  melds,
  trump: "h",
  columns: false,
  pot: true,
});
const lying = (cards: string[]) => cards.join(" ");

describe("what chosen cards can be", () => {
  it("is a new meld in the order that works, whichever card was picked first", () => {
    const { offers, refused } = offersOf(position("9c 8c Tc 3d 4d"), ["9c", "8c", "Tc"]);
    expect([refused, offers.map(({ meld }) => lying(meld.cards))]).toEqual([null, ["8c 9c Tc"]]);
  });

  it("offers both ends for a wild card, and says each result once", () => {
    const found = layOffs(position("X 3d 4d"), 1, ["X"]);
    expect(found.map(({ meld }) => lying(meld.cards))).toEqual(["5h 6h 7h X", "X 5h 6h 7h"]);
    expect(found.map(({ play }) => play.move === "lay_off" && play.end)).toEqual([undefined, "low"]);
  });

  it("lays several cards off in the order in which they fit", () => {
    const [offer] = layOffs(position("9h 8h 3d 4d"), 1, ["9h", "8h"]);
    expect(offer?.play).toEqual({ move: "lay_off", meld: 1, cards: ["8h", "9h"] });
  });

  it("says why the cards make no meld, and why the hand may not become so small", () => {
    expect(offersOf(position("9c Tc 4d"), ["9c", "Tc"]).refused).toBe("too_few_cards");
    expect(offersOf(position("9c Tc Kc 4d 5d"), ["9c", "Tc", "Kc"]).refused).toBe("not_consecutive");
    expect(offersOf(position("9c Tc Jc 4d"), ["9c", "Tc", "Jc"]).refused).toBe("no_biriba");
  });

  it("replaces a wild card, which moves on", () => {
    const dirty = { ...RUN, cards: ["5h", "X", "7h"], wild: 1, stands_for: "6h" };
    const [offer] = offersOf(position("6h 3d 4d", [dirty]), ["6h"]).offers;
    expect([lying(offer?.meld.cards ?? []), offer?.meld.stands_for]).toEqual(["5h 6h 7h X", "8h"]);
  });
});
