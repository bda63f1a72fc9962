import { expect, test } from "vitest";
import { inOrder, lastAlone } from "./questions";

test("of a search the last question counts, whichever is answered first", () => {
  const asking = lastAlone();
  const [first, second] = [asking(), asking()];
  expect([first(), second(), first()]).toEqual([false, true, false]);
});

test("an answer after the one to a later question does not count", () => {
  const asking = inOrder();
  const [first, second] = [asking(), asking()];
  expect([second(), first(), second()]).toEqual([true, false, true]);
});

test("answers that come in order count, though the next question is always asked before", () => {
  const asking = inOrder();
  const questions = [asking(), asking(), asking()];
  expect(questions.map((counts) => counts())).toEqual([true, true, true]);
});
