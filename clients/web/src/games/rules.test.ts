import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../i18n/languages";
import { family, GAMES, loadRules } from "./registry";

describe.each(GAMES)("the rules of %s", (game) => {
  const { sections } = family(game)!;

  it("have the same sections in every language, and something in each", async () => {
    const english = (await loadRules(game, "en")).map((section) => section.id);
    expect(english.length).toBeGreaterThan(0);
    for (const language of LANGUAGES) {
      const read = await loadRules(game, language);
      expect(read.map((section) => section.id)).toEqual(english);
      expect(read.every((section) => section.title && section.blocks.length > 0)).toBe(true);
    }
  });

  it("have the section to which a refusal leads", async () => {
    const ids = (await loadRules(game, "en")).map((section) => section.id);
    for (const id of Object.values(sections)) expect(ids).toContain(id);
  });
});
