import { describe, expect, it } from "vitest";
import { nameOf, pips, placesOf, type Step, stepOf, type View } from "./board";
import cases from "./cases.json";
import { diceToPlay, drafted, isComplete, reach, targets, turnOf, whyNot, whyStuck } from "./turn";

const start = { "24": 2, "13": 5, "8": 3, "6": 5 };

/** A turn of seat 0. */
function viewOf(change: Partial<View>): View {
  const view = { phase: "play", turn: 0, variant_now: "portes", dice: [3, 1], max_dice: 2, pinned: [[], []] };
  return { ...view, checkers: [start, start], ...change } as View;
}

function begun(change: Partial<View>, steps: Step[] = []) {
  const turn = turnOf(viewOf(change), 0)!;
  return { turn, draft: drafted(turn, steps) };
}

describe("what the engine says of many turns", () => {
  const met = cases as unknown as (View & { steps: Step[]; then: Answer; refused: [...Step, string][] })[];
  interface Answer {
    checkers: View["checkers"];
    dice: number[];
    targets: Record<string, (number | "off")[]>;
    complete: boolean;
  }

  it("is what the client finds: dice left, where each checker may go, whether it may be sent", () => {
    for (const { steps, then, ...view } of met) {
      const turn = turnOf({ ...view, phase: "play" } as View, view.turn)!;
      const draft = drafted(turn, steps);
      const found = Object.fromEntries(
        [...targets(turn, draft)].map(([from, tos]) => [nameOf(from), tos.map((to) => stepOf(from, to)[1])]),
      );
      expect([draft.left, sorted(found), isComplete(turn, draft)]).toEqual([
        then.dice,
        sorted(then.targets),
        then.complete,
      ]);
      expect(draft.board.own.filter(Boolean)).toEqual(inOrder(then.checkers[view.turn!]!));
    }
  });

  it("is what the client says of steps that cannot be made", () => {
    for (const { steps, refused, ...view } of met) {
      const turn = turnOf({ ...view, phase: "play" } as View, view.turn)!;
      const draft = drafted(turn, steps);
      for (const [from, to, code] of refused) expect(whyNot(turn, draft, ...placesOf([from, to]))).toBe(code);
    }
  });
});

function sorted(found: Record<string, unknown[]>): Record<string, unknown[]> {
  return Object.fromEntries(Object.entries(found).map(([from, to]) => [from, to.map(String).sort()]));
}

/** The counts from off to the bar. */
function inOrder(side: Record<string, number>): number[] {
  const places = ["off", ...Array.from({ length: 24 }, (_, at) => String(at + 1)), "bar"];
  return places.flatMap((place) => side[place] ?? []);
}

describe("a turn", () => {
  it("plays a double four times and the higher die first", () => {
    expect([diceToPlay([2, 2]), diceToPlay([1, 6])]).toEqual([
      [2, 2, 2, 2],
      [6, 1],
    ]);
  });

  it("is only that seat's that is on turn, and not without a possible step", () => {
    expect([turnOf(viewOf({}), 1), turnOf(viewOf({}), null), turnOf(viewOf({ max_dice: 0 }), 0)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it("takes one checker as far as the dice reach, by the way that is open", () => {
    const { turn, draft } = begun({ dice: [6, 4] });
    expect(Object.fromEntries(reach(turn, draft, 24))).toEqual({
      18: [[24, 18]],
      20: [[24, 20]],
      14: [
        [24, 18],
        [18, 14],
      ],
    });
  });

  it("hits a single checker of the enemy, which then has more to walk", () => {
    const { draft } = begun({ checkers: [start, { ...start, "24": 1, "23": 1 }] }, [[8, 5]]);
    expect([draft.board.foe[25], pips(draft.board.foe)]).toEqual([0, 166]);
    const hit = begun({ checkers: [start, { ...start, "24": 1, "20": 1 }] }, [[8, 5]]).draft;
    expect([hit.board.foe[25], hit.board.foe[20], pips(hit.board.foe)]).toEqual([1, 0, 168]);
  });

  it("says why a checker is stuck", () => {
    const { turn, draft } = begun({ checkers: [{ ...start, "13": 4, bar: 1 }, start] });
    expect(whyStuck(turn, draft, 8)).toBe("must_enter_from_bar");
    expect(whyStuck(turn, draft, 3)).toBe("no_checker_there");
  });

  it("says that more dice, the higher die or an open prime are asked for", () => {
    const foe = { "22": 2, "16": 2, "6": 11 };
    const more = begun({ dice: [6, 3], checkers: [{ "12": 1, "3": 1, off: 13 }, foe] });
    expect(whyNot(more.turn, more.draft, 12, 9)).toBe("point_blocked");
    const higher = begun({
      dice: [6, 1],
      max_dice: 1,
      checkers: [
        { "10": 1, off: 14 },
        { "22": 2, "6": 13 },
      ],
    });
    expect(whyNot(higher.turn, higher.draft, 10, 9)).toBe("must_use_higher_die");
  });

  it("names bar and off as the moves do", () => {
    expect([stepOf(25, 20), stepOf(3, 0), placesOf(["bar", 20]), placesOf([3, "off"])]).toEqual([
      ["bar", 20],
      [3, "off"],
      [25, 20],
      [3, 0],
    ]);
  });
});
