import { describe, expect, it } from "vitest";
import cases from "./cases.json";
import { type Played, offersAt, offersOf, type Position, played, positionOf, refusalAt } from "./plays";
import type { MeldView, Play, View } from "./view";

type Seen = Pick<View, "own_hand" | "melds" | "melded"> & { seat: number };
type Try = [Play, string] | [Play, null, MeldView, string[]];

const met = cases.plays as unknown as (Seen & { tries: Try[] })[];

describe("what the engine says of many plays", () => {
  const tried = met.flatMap(({ tries, ...seen }) =>
    tries.map((one) => ({ position: positionOf(seen, seen.seat), one })),
  );

  it("is what the client finds: how melds lie, and what is left in hand", () => {
    const allowed = tried.filter(({ one }) => one[1] === null);
    expect(new Set(allowed.map(({ one }) => one[0].move))).toEqual(new Set(["meld", "lay_off", "swap_joker"]));
    for (const { position, one } of allowed) {
      const [play, , meld, hand] = one as [Play, null, MeldView, string[]];
      const after = played(position, play) as Played;
      expect([play, after.meld, [...after.hand].sort()]).toEqual([play, meld, [...hand].sort()]);
    }
  });

  it("is what the client says of plays that are refused", () => {
    const refused = tried.filter(({ one }) => one[1] !== null);
    expect(new Set(refused.map(({ one }) => one[1])).size).toBeGreaterThan(5);
    for (const { position, one } of refused) expect([one[0], played(position, one[0])]).toEqual(one);
  });
});

const RUN: MeldView = {
  id: 1,
  owner: 1,
  kind: "run",
  suit: "h",
  low: 5,
  rank: null,
  cards: ["5h", "X", "7h"],
  stands_for: [{ index: 1, card: "6h" }],
};
const GROUP: MeldView = {
  id: 2,
  owner: 0,
  kind: "group",
  suit: null,
  low: null,
  rank: "9",
  cards: ["9c", "9d", "X"],
  stands_for: [{ index: 2, card: "9" }],
};

const position = (hand: string, hasMelded = true): Position => ({
  seat: 0,
  hand: hand.split(" "),
  melds: [RUN, GROUP],
  hasMelded,
});
const lying = ({ meld }: { meld: MeldView }) => meld.cards.join(" ");

describe("what chosen cards can be", () => {
  it("is a new meld in the order that works, whichever card was picked first", () => {
    const { offers, refused } = offersOf(position("9s 8s Ts 3d"), ["9s", "8s", "Ts"]);
    expect([refused, offers.map(lying)]).toEqual([null, ["8s 9s Ts"]]);
  });

  it("offers both kinds and every run of two jokers and a card, each once", () => {
    const { offers } = offersOf(position("X X 8s 3d", false), ["X", "X", "8s"]);
    expect(offers.map(lying)).toEqual(["8s X X", "X X 8s", "8s X X", "X 8s X"]);
    expect(offers.map(({ meld }) => [meld.kind, meld.low])).toEqual([
      ["group", null],
      ["run", 6],
      ["run", 8],
      ["run", 7],
    ]);
  });

  it("offers both ends of a run and the free place of a group to a joker", () => {
    const { offers } = offersOf(position("X 3d"), ["X"]);
    expect(offers.map(lying)).toEqual(["5h X 7h X", "X 5h X 7h", "9c 9d X X"]);
  });

  it("swaps a joker, or lays the card beside it where a group has room for both", () => {
    const [swap] = offersAt(position("6h 3d"), 1, ["6h"]);
    expect([swap?.play, lying(swap!)]).toEqual([{ move: "swap_joker", meld: 1, card: "6h" }, "5h 6h 7h"]);
    expect(offersAt(position("9s 3d"), 2, ["9s"]).map(({ play }) => play.move)).toEqual(["swap_joker", "lay_off"]);
  });

  it("reaches melds of others only once one has melded, and then says so", () => {
    expect(offersOf(position("8h 3d", false), ["8h"]).offers).toEqual([]);
    expect(refusalAt(position("8h 3d", false), 1, ["8h"])).toBe("not_melded_yet");
    expect(offersOf(position("8h 3d"), ["8h"]).offers.map(lying)).toEqual(["5h X 7h 8h"]);
    expect(refusalAt(position("9h 3d"), 1, ["9h"])).toBe("does_not_fit");
  });

  it("lays several cards off in the order in which they fit", () => {
    const [offer] = offersAt(position("9h 8h 3d"), 1, ["9h", "8h"]);
    expect(offer?.play).toEqual({ move: "lay_off", meld: 1, cards: ["8h", "9h"] });
  });

  it("keeps a card to discard", () => {
    expect(offersOf(position("8s 9s Ts"), ["8s", "9s", "Ts"]).refused).toBe("must_keep_discard");
    expect(refusalAt(position("8h"), 1, ["8h"])).toBe("must_keep_discard");
  });
});
