import { describe, expect, it } from "vitest";
import type { ReactionFrame } from "kafeneio-client";
import { withoutReaction, withReaction } from "./reactions";

const frame = (account: string, reaction: string): ReactionFrame => {
  return { t: "reaction", table: "t", account, name: account, reaction, at_ms: 1 };
};

describe("reactions", () => {
  it("keeps the last one of each player, and nothing that it has no words for", () => {
    const first = withReaction([], frame("ana", "hello"));
    const second = withReaction(withReaction(first, frame("ben", "heart")), frame("ana", "sad"));
    expect(second.map((each) => [each.account, each.reaction])).toEqual([
      ["ben", "heart"],
      ["ana", "sad"],
    ]);
    expect(withReaction(second, frame("ana", "toString"))).toBe(second);
  });

  it("takes away the one that has stood long enough, and not a newer one", () => {
    const old = frame("ana", "hello");
    const newer = withReaction([old], frame("ana", "heart"));
    expect(withoutReaction(newer, old)).toBe(newer);
    expect(withoutReaction([old], old)).toEqual([]);
  });
});
