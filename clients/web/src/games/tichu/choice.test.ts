import { describe, expect, it } from "vitest";
import { bombsOf, inOrder, judge } from "./choice";
import { readings } from "./combos";
import type { Shown, View } from "./view";

type Seen = Parameters<typeof judge>[0];

function onTable(cards: string, seat = 3): Shown {
  const list = cards.split(" ");
  const { kind, length, rank } = readings(list)[0]!;
  return { seat, cards: list, type: kind, length, rank, phx_as: null };
}

function seen(change: Partial<View> = {}): Seen {
  return { phase: "play", plays: [], turn: 0, seat: 0, duty: false, duty_cards: [], wish: null, ...change };
}

const code = (view: Seen, cards: string) => judge(view, cards === "" ? [] : cards.split(" ")).refusal;

describe("chosen cards", () => {
  it("may be played where they beat the table", () => {
    expect(code(seen(), "5j 5s")).toBeNull();
    expect(code(seen({ plays: [onTable("4j 4s")] }), "5j 5s")).toBeNull();
  });

  it("are refused with the engine's code", () => {
    const plays = [onTable("6j 6s")];
    expect(code(seen({ plays }), "")).toBe("no_cards");
    expect(code(seen({ plays }), "5j 5s")).toBe("too_low");
    expect(code(seen({ plays }), "7j")).toBe("wrong_combination");
    expect(code(seen({ plays }), "7j 8j")).toBe("not_a_combination");
    expect(code(seen({ plays: [onTable("6j")] }), "DOG")).toBe("dog_only_on_lead");
    expect(code(seen({ phase: "exchange" }), "7j")).toBe("wrong_phase");
  });

  it("out of turn may be a bomb, if there is something to bomb", () => {
    const bomb = "7j 7s 7p 7t";
    const plays = [onTable("6j 6s")];
    expect(code(seen({ turn: 1, plays }), "7j 7s")).toBe("not_your_turn");
    expect(code(seen({ turn: 1, plays }), bomb)).toBeNull();
    expect(code(seen({ turn: null, phase: "window", plays }), bomb)).toBeNull();
    expect(code(seen({ turn: 1 }), bomb)).toBe("nothing_to_bomb");
  });

  it("must fulfil a wish that can be fulfilled, but not out of turn", () => {
    const bound = { plays: [onTable("6j")], duty: true, duty_cards: ["9j"], wish: "9" };
    expect(code(seen(bound), "Tj")).toBe("must_fulfil_wish");
    expect(code(seen(bound), "9j")).toBeNull();
    expect(code(seen({ ...bound, turn: 1 }), "7j 7s 7p 7t")).toBeNull();
  });

  it("have of two readings those that beat the table", () => {
    const cards = ["7j", "7s", "9p", "9t", "PHX"];
    const ranks = (plays: Shown[]) => judge(seen({ plays }), cards).readings.map(({ rank }) => rank);
    expect(ranks([])).toEqual([9, 7]);
    expect(ranks([onTable("6j 6s 6p 2t 2p")])).toEqual([9, 7]);
    expect(ranks([onTable("8j 8s 8p 2t 2p")])).toEqual([9]);
  });
});

describe("the button for bombs", () => {
  it("is for those that beat the table, and in turn fulfil the wish", () => {
    const bombs = [
      ["7j", "7s", "7p", "7t"],
      ["8j", "8s", "8p", "8t"],
    ];
    expect(bombsOf({ ...seen(), bombs })).toEqual([]);
    const plays = [onTable("6j")];
    expect(bombsOf({ ...seen({ plays }), bombs })).toEqual(bombs);
    expect(bombsOf({ ...seen({ plays, duty: true, duty_cards: ["8j"] }), bombs })).toEqual([bombs[1]]);
  });
});

describe("a combination", () => {
  it("is read in order, the triple first, the Phoenix in its place", () => {
    expect(inOrder(["9j", "5j", "PHX", "6s", "8p"], "straight", 9, 7)).toEqual(["5j", "6s", "PHX", "8p", "9j"]);
    expect(inOrder(["4j", "9j", "4s", "9s", "PHX"], "full_house", 9, 9)).toEqual(["9j", "9s", "PHX", "4j", "4s"]);
  });
});
