import { describe, expect, it } from "vitest";
import {
  caughtUp,
  drawn,
  hasEnded,
  onMoveDone,
  onMoveRefused,
  onMoveSent,
  type OpenTable,
  onView,
  opened,
} from "./openTable";
import { resultView, tableFrame, updateFrame } from "./samples";

describe("the table on the screen", () => {
  const shown = onView(opened("t"), tableFrame(5));

  it("never goes back to an older version", () => {
    expect(onView(shown, updateFrame(4, { phase: "over" }))).toBe(shown);
    expect(onView(shown, tableFrame(6)).version).toBe(6);
  });

  it("takes over a view of the same version: connections and chips change without one", () => {
    const again = onView(shown, updateFrame(5, { spectator_count: 3 }));
    expect(again.view?.spectator_count).toBe(3);
    expect(again.events).toEqual([]);
  });

  it("keeps what a move does not change, so that it need not be drawn again", () => {
    const moved = onView(shown, structuredClone(updateFrame(6, { due: [] })));
    expect(moved.view).not.toBe(shown.view);
    expect(moved.view?.seats).toBe(shown.view?.seats);
    expect(onView(shown, structuredClone(updateFrame(6))).view).toBe(shown.view);
  });

  it("ignores another table's frames", () => {
    expect(onView(shown, updateFrame(9, { table: "other" }))).toBe(shown);
  });

  it("takes only the events that it does not have", () => {
    const late = { ...updateFrame(6), events: [5, 6].map((version) => ({ version, kind: "place", data: {} })) };
    expect(onView(shown, late).events.map((event) => event.version)).toEqual([6]);
  });

  it("shows a move as pending until the view has it, whichever comes first", () => {
    const sent = onMoveSent(shown, "a", { move: "place" });
    expect(onView(sent, updateFrame(6, {}, ["a"])).pending).toBeNull();
    const answered = onMoveDone(sent, "a", 6);
    expect(answered.pending).not.toBeNull();
    expect(onView(answered, updateFrame(6)).pending).toBeNull();
    expect(onMoveDone(onView(sent, updateFrame(6)), "a", 6).pending).toBeNull();
    expect(onMoveRefused(sent, "a").pending).toBeNull();
    expect(onMoveRefused(sent, "b").pending).not.toBeNull();
  });

  it("never draws an older state than before, however late the drawing between frames is", () => {
    const steps: ((open: OpenTable) => OpenTable)[] = [
      (open) => onView(open, updateFrame(open.version + 1)),
      (open) => (open.pending ? onMoveDone(open, "a", open.version + 1) : onMoveSent(open, "a", { move: "place" })),
      (open) => onMoveRefused(open, "a"),
      (open) => onView(open, updateFrame(open.version + 1, {}, ["a"])),
    ];
    const wrong: OpenTable[][] = [];
    /** All ways of so many steps, each followed by drawing what was put off, or not: too many for an `expect` of each. */
    function walk(states: OpenTable[], later: number, seen: number, left: number): void {
      const now = states.at(-1)!;
      const at = states.indexOf(drawn(now, states[later]!));
      if (at < seen || states[at]!.pending?.id !== now.pending?.id) wrong.push(states);
      if (left === 0) return;
      for (const step of steps) {
        const next = step(now);
        const all = next === now ? states : [...states, next];
        walk(all, later, at, left - 1);
        walk(all, all.length - 1, all.length - 1, left - 1);
      }
    }
    walk([shown], 0, 0, 5);
    expect(wrong).toEqual([]);
  });

  it("draws what happened in frames that were never on the screen", () => {
    const place = (version: number) => ({ version, kind: "place", data: {} });
    const frame = (version: number) => ({ ...updateFrame(version), events: [place(version)] });
    const versions = (open: OpenTable) => open.events.map((event) => event.version);
    const first = onView(shown, frame(6));
    const third = onView(onView(first, frame(7)), frame(8));
    expect(versions(caughtUp(first, third))).toEqual([7, 8]);
    expect(versions(caughtUp(shown, third))).toEqual([6, 7, 8]);
    expect(caughtUp(onView(first, frame(7)), third)).toBe(third);

    const both = caughtUp(first, third);
    const sameVersion = onView(third, updateFrame(8, { spectator_count: 3 }));
    expect(caughtUp(both, sameVersion).events).toBe(both.events);
    expect(caughtUp(both, sameVersion).view?.spectator_count).toBe(3);

    const asAWhole = onView(onView(third, tableFrame(20)), frame(21));
    expect(versions(caughtUp(third, asAWhole))).toEqual([21]);
    expect(versions(caughtUp(opened("t"), third))).toEqual([8]);
    expect(versions(caughtUp({ ...first, table: "other" }, third))).toEqual([8]);
  });

  it("remembers the seats of the match of the result, while a rematch changes seats", () => {
    const ended = onView(shown, tableFrame(6, { phase: "choosing", result: resultView("m1"), you: 0 }));
    expect(hasEnded(ended)).toBe(true);
    const swapped = onView(ended, tableFrame(7, { phase: "asking", result: resultView("m1"), you: 1 }));
    expect(swapped.resultSeats?.you).toBe(0);
    expect(hasEnded(swapped)).toBe(false);
  });
});
