import { expect, test } from "vitest";
import { asListed, type Still, stillOrder } from "./stillOrder";

interface Line {
  id: string;
  text?: string;
}
const idOf = (line: Line) => line.id;
const shown = (lines: readonly Still<Line>[]) => lines.map(({ line, isGone }) => (isGone ? `(${line.id})` : line.id));
const lines = (...ids: string[]) => ids.map((id) => ({ id }));

test("what comes stands at the end, and what goes leaves its place empty", () => {
  const before = asListed(lines("b", "c", "d"));
  const after = stillOrder(before, lines("a", "b", "d"), idOf);
  expect(shown(after)).toEqual(["b", "(c)", "d", "a"]);
});

test("what changes changes where it stands, and what comes back is where it was", () => {
  const before = stillOrder(asListed(lines("b", "c")), lines("c"), idOf);
  const after = stillOrder(before, [{ id: "c", text: "new" }, { id: "b" }], idOf);
  expect(shown(after)).toEqual(["b", "c"]);
  expect(after[1]?.line.text).toBe("new");
});

test("a list in which nearly everything has gone is put in order", () => {
  const before = asListed(lines(...Array.from({ length: 60 }, (_, at) => `n${at}`)));
  expect(shown(stillOrder(before, lines("a"), idOf))).toEqual(["a"]);
});
