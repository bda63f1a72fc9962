import { describe, expect, it } from "vitest";
import { differences, sorts, type Try } from "../../cards/melds/engineCases";
import cases from "./cases.json";
import { shown } from "./melds";
import { dirties, discardRefusal, PLAYS, type Position, positionOf } from "./plays";
import { runOf } from "../../cards/melds/runs";
import type { MeldView, View } from "./view";

type Case = Pick<View, "own_hand" | "melds" | "pot_taken"> & { seat: number; tries: Try<MeldView>[] };

const tried = (cases as unknown as Case[]).map(({ tries, ...seen }) => ({
  before: positionOf(seen, seen.seat),
  tries,
}));

describe("what the engine says of many plays", () => {
  it("is what the client finds: how melds lie, what is left, the pot; or the code", () => {
    expect(differences(PLAYS, tried)).toEqual([]);
  });

  it("is tried with plays of many kinds", () => {
    expect(sorts(tried).allowed).toBeGreaterThan(200);
    expect(sorts(tried).codes).toBeGreaterThan(6);
  });
});

const run = (cards: string, low: number, suit: string) => shown(runOf(suit, low, cards.split(" ")), 1, 0);
const position = (hand: string, melds: MeldView[], pot = true): Position => ({
  side: 0,
  hand: hand.split(" "),
  melds,
  pot,
});
const lying = (cards: readonly string[]) => cards.join(" ");
const CLEAN = run("4s 5s 6s 7s 8s 9s Ts", 4, "s");

describe("what chosen cards can be", () => {
  it("is a meld with as many wild cards as natural ones, in the arrangement of the rules", () => {
    const [offer] = PLAYS.offersOf(position("Qc 2d 9c 2h 3d", []), ["Qc", "2d", "9c", "2h"]).offers;
    expect([lying(offer?.meld.cards ?? []), offer?.meld.stands_for]).toEqual(["9c 2d 2h Qc", ["Tc", "Jc"]]);
  });

  it("puts a two of the suit on its own place, where it is natural", () => {
    const [offer] = PLAYS.offersOf(position("3s 4s 2s 9d 8d", []), ["3s", "4s", "2s"]).offers;
    expect([lying(offer?.meld.cards ?? []), offer?.meld.wild]).toEqual(["2s 3s 4s", []]);
  });

  it("is nothing if suits or ranks do not go together, or wild cards are too many", () => {
    const refused = (cards: string) => PLAYS.offersOf(position(`${cards} 3d 4d 8d`, []), cards.split(" ")).refused;
    expect(["9c Td Jc", "9c Jc Kc", "9c 2d 2h", "9c Tc"].map(refused)).toEqual([
      "mixed_suits",
      "not_consecutive",
      "not_enough_naturals",
      "too_few_cards",
    ]);
  });

  it("replaces the one of several wild cards that has its place; the others stay", () => {
    const meld = run("9c 2d 2h Qc", 9, "c");
    const [offer] = PLAYS.layOffs(position("Tc 3d 4d", [meld]), 1, ["Tc"]);
    expect([lying(offer?.meld.cards ?? []), offer?.meld.stands_for]).toEqual(["9c Tc 2h Qc 2d", ["Jc", "Kc"]]);
  });

  it("warns when a play would make a clean canasta dirty, and when a dirty one becomes clean", () => {
    const [offer] = PLAYS.layOffs(position("2d 3d 4d", [CLEAN]), 1, ["2d"]);
    expect([offer && dirties(offer), offer?.meld.bonus]).toEqual([true, 100]);
    const dirty = run("4s 5s 6s 7s 8s 9s 2s", 4, "s");
    const [three] = PLAYS.layOffs(position("3s 3d 4d", [dirty]), 1, ["3s"]);
    expect([three && dirties(three), three?.meld.class, lying(three?.meld.cards ?? [])]).toEqual([
      false,
      "clean",
      "2s 3s 4s 5s 6s 7s 8s 9s",
    ]);
  });
});

describe("a hand that is emptied", () => {
  const three = ["9c", "Tc", "Jc"];

  it("takes the pot without any canasta", () => {
    expect(PLAYS.offersOf(position("9c Tc Jc", []), three).refused).toBeNull();
    expect(discardRefusal(position("9c", []))).toBeNull();
  });

  it("after the pot asks for a clean canasta", () => {
    expect(PLAYS.offersOf(position("9c Tc Jc 3d", [], false), three).refused).toBe("no_clean_canasta");
    expect(discardRefusal(position("9c", [], false))).toBe("no_clean_canasta");
    expect(PLAYS.offersOf(position("9c Tc Jc", [CLEAN], false), three).refused).toBeNull();
    expect(discardRefusal(position("9c", [CLEAN], false))).toBeNull();
  });
});
