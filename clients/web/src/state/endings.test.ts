import i18next from "i18next";
import { beforeAll, describe, expect, it } from "vitest";
import { namespaces } from "../i18n/index";
import { LANGUAGES, loadWords } from "../i18n/languages";
import cases from "./endings.json";
import { type Departure, type Ending, ownSeat, type Sentence, sentencesOf } from "./endings";

/** How matches end, as the real engine shows it: tests/tables/endings/cases.py. */
interface Case {
  phase: string;
  seats: { name: string; bot: boolean; left: boolean }[];
  departures: (Departure & { account: string })[];
  result: Ending["result"];
}

const ways = Object.entries(cases as Record<string, Case>);
const SURELY_SILENT = new Set(["won", "tied"]);

/** Everybody who may read it: each seat as it is or was, and a spectator, who reads lists later too. */
function readers({ seats }: Case): (number | null)[] {
  return [...seats.keys(), null];
}

function read(found: Case, you: number | null): Sentence[] {
  const over = found.phase !== "playing" && found.phase !== "asking";
  return sentencesOf({
    result: over ? found.result : null,
    departures: found.departures,
    you,
    isPartner: (seat) => you !== null && found.seats.length === 4 && seat % 2 === you % 2,
    computer: (seat) => found.seats[seat]?.name ?? "",
  });
}

describe.each(ways)("%s", (way, found) => {
  it("has something to say to each reader, unless the headline says all", () => {
    for (const you of readers(found)) expect(read(found, you).length > 0).toBe(!SURELY_SILENT.has(way));
  });

  it("gives the cause to the leaver and to the others, each in their own person", () => {
    for (const { seat, name } of found.departures) {
      expect(read(found, seat).filter(({ key }) => key.endsWith(".you") && key.startsWith("cause"))).toHaveLength(1);
      for (const you of readers(found).filter((reader) => reader !== seat)) {
        const about = read(found, you).filter((said) => "name" in said && said.name === name);
        expect(about.some(({ key }) => key.endsWith(you === null ? ".other" : partnerOrOther(found, you, seat)))).toBe(
          true,
        );
        expect(about.some(({ key }) => key.endsWith(".you"))).toBe(false);
      }
    }
  });

  it("names the computer player that has the seat, and the player it replaced", () => {
    const goesOn = found.result?.outcome !== "void";
    for (const { seat, name, replaced } of found.departures.filter((each) => each.replaced && goesOn)) {
      const said = read(found, null).find(({ key }) => key === "replaced.other");
      expect(replaced && said).toEqual({ key: "replaced.other", name, computer: `bot-${seat}` });
    }
  });
});

function partnerOrOther({ seats }: Case, you: number, seat: number): string {
  return seats.length === 4 && seat % 2 === you % 2 ? ".partner" : ".other";
}

describe.each(LANGUAGES)("the sentences in %s", (language) => {
  const say = i18next.createInstance();

  beforeAll(async () => {
    const { own, games } = await loadWords(language);
    const words = Object.fromEntries(namespaces(own, games));
    await say.init({ lng: language, resources: { [language]: words as never }, interpolation: { escapeValue: false } });
  });

  it.each(ways)("exist for %s, with the names filled in", (_way, found) => {
    for (const you of readers(found)) {
      for (const { key, ...names } of read(found, you)) {
        const text = say.t(`ending.${key}`, { ns: "play", ...names });
        expect(text).not.toContain("ending.");
        expect(text).not.toContain("{{");
        if (key.endsWith(".other") && "name" in names) expect(text).toContain(names.name);
      }
    }
  });

  it.each(["left", "time", "away", "abandoned", "cards"])("name %s on the seat", (cause) => {
    expect(say.exists(`ending.short.${cause}`, { ns: "play" })).toBe(true);
  });
});

describe("one's own seat", () => {
  const left = [{ seat: 2, account: "me" }];

  it("is the one that was left, when it was", () => expect(ownSeat(null, left, "me")).toBe(2));
  it("is the one that one has", () => expect(ownSeat(1, left, "me")).toBe(1));
  it("is none for a spectator", () => {
    expect(ownSeat(null, left, "guest")).toBeNull();
    expect(ownSeat(null, left, null)).toBeNull();
  });
});

it("a corrected result says so", () => {
  const nobody = { departures: [], you: null, isPartner: () => false, computer: () => "" };
  expect(sentencesOf({ ...nobody, result: null, corrected: true })).toEqual([{ key: "then.corrected" }]);
});
