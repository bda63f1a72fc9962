import i18next from "i18next";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { speak, startWords } from ".";
import { LANGUAGES } from "./languages";
import { formatsOf } from "./useFormats";
import { translator } from "./translator";

describe("a translator", () => {
  beforeAll(async () => {
    vi.stubGlobal("document", { documentElement: {}, querySelector: () => null });
    await startWords("en");
  });
  afterAll(() => vi.unstubAllGlobals());

  it("is the same function for the same language and namespace, and another for others", () => {
    expect(translator("en")).toBe(translator("en"));
    expect(translator("en", "cards")).toBe(translator("en", "cards"));
    expect(translator("en", "cards")).not.toBe(translator("en"));
    expect(translator("el")).not.toBe(translator("en"));
  });

  it("says several of none where the language does, as Portugal does and Brazil does not", async () => {
    await speak("pt");
    const games = (count: number) => translator("pt")("room.matchesOn", { count });
    expect([0, 1, 2].map(games)).toEqual(["0 partidas a decorrer", "1 partida a decorrer", "2 partidas a decorrer"]);
    await speak("en");
  });

  it("says what i18next says, with values and without, the second time as the first", () => {
    for (let times = 0; times < 2; times++) {
      expect(translator("en")("tables.title")).toBe("Tables");
      expect(translator("en")("table.secondsLeft", { count: 1 })).toBe("1 second left");
      expect(translator("en")("table.secondsLeft", { count: 3 })).toBe("3 seconds left");
      expect(translator("en", "error")("unknown", { code: "odd" })).toContain("odd");
    }
  });

  it("says another text for other values, however many there are", () => {
    const seconds = (count: number) => translator("en")("table.secondsLeft", { count });
    for (const count of [1, 2, 1, 3, 2]) expect(seconds(count)).toBe(`${count} second${count === 1 ? "" : "s"} left`);
    for (let count = 4; count < 5_000; count++) expect(seconds(count)).toBe(`${count} seconds left`);
    expect(seconds(1)).toBe("1 second left");
  });

  it("learns the words of another namespace that are loaded after it was asked", () => {
    const say = translator("en") as unknown as (key: string) => string;
    expect(say("late:greeting")).toBe("greeting");
    i18next.addResourceBundle("en", "late", { greeting: "Good night" });
    expect(say("late:greeting")).toBe("Good night");
    i18next.removeResourceBundle("en", "late");
  });

  it.each(LANGUAGES)("writes amounts in %s as they stand beside a text", async (language) => {
    await speak(language);
    for (const count of [1_000, 12_345])
      expect(translator(language)("common.chips", { count })).toContain(formatsOf(language).number(count));
    await speak("en");
  });

  it("learns the words that are loaded after it was asked", () => {
    const later = translator("en", "later" as "app") as unknown as (key: string) => string;
    expect(later("greeting")).toBe("greeting");
    i18next.addResourceBundle("en", "later", { greeting: "Good evening" });
    expect(later("greeting")).toBe("Good evening");
    i18next.removeResourceBundle("en", "later");
  });
});

describe("formats", () => {
  it("are made once for a language", () => {
    expect(formatsOf("el")).toBe(formatsOf("el"));
    expect(formatsOf("es")).not.toBe(formatsOf("el"));
  });

  it("group from four digits on in every language, and sign what is won or lost", () => {
    expect(formatsOf("en").number(1234)).toBe("1,234");
    expect(formatsOf("el").number(1234)).toBe("1.234");
    expect(formatsOf("en").signed(-1234)).toBe("−1,234");
    expect(formatsOf("en").signed(0)).toBe("0");
  });

  it("take cents for money and parts of one for shares", () => {
    expect(formatsOf("en").money(1250)).toBe("€12.50");
    expect(formatsOf("en").share(0.25)).toBe("25%");
  });
});
