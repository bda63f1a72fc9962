import { expect, it } from "vitest";
import { calledOffWord, eveningWord } from "./evenings";

it.each([
  ["evening-free-20270115", "Tavli evening", "evenings.free"],
  ["evening-chips-20270117-2", "Sunday cup", "evenings.chips"],
  ["evening-chips", "Sunday cup", "evenings.chips"],
  ["evening-free-20270115", "Our evening", null],
  ["evening-free-of-ana", "Tavli evening", null],
  ["cup", "Sunday cup", null],
] as const)("the platform's own evenings have a name in every language: %s, %s", (id, name, word) => {
  expect(eveningWord({ id, name })).toBe(word);
});

it("an operator's reason is shown as it was written", () => {
  expect(calledOffWord("the hall is on fire")).toBeNull();
  expect(calledOffWord("too_few_entrants")).toBe("tooFew");
  expect(calledOffWord(null)).toBeNull();
});
