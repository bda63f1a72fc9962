import { expect, test } from "vitest";
import { newest } from "./newest";

test("only the last question counts, whichever is answered first", () => {
  const asking = newest();
  const [first, second] = [asking(), asking()];
  expect([first(), second()]).toEqual([false, true]);
  expect(newest()()()).toBe(true);
});
