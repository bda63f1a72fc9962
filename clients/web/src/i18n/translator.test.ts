import i18next from "i18next";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startWords } from ".";
import { formatsOf } from "./useFormats";
import { translator } from "./translator";

describe("a translator", () => {
  beforeAll(async () => {
    vi.stubGlobal("document", { documentElement: {} });
    await startWords("en");
  });
  afterAll(() => vi.unstubAllGlobals());

  it("is the same function for the same language and namespace, and another for others", () => {
    expect(translator("en")).toBe(translator("en"));
    expect(translator("en", "cards")).toBe(translator("en", "cards"));
    expect(translator("en", "cards")).not.toBe(translator("en"));
    expect(translator("el")).not.toBe(translator("en"));
  });

  it("says what i18next says, with values and without, the second time as the first", () => {
    for (let times = 0; times < 2; times++) {
      expect(translator("en")("tables.title")).toBe("Tables");
      expect(translator("en")("table.secondsLeft", { count: 1 })).toBe("1 second left");
      expect(translator("en")("table.secondsLeft", { count: 3 })).toBe("3 seconds left");
      expect(translator("en", "error")("unknown", { code: "odd" })).toContain("odd");
    }
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
