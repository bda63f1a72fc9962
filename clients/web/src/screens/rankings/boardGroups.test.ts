import { expect, test } from "vitest";
import type { BoardPeriod } from "kafeneio-client";
import { formatsOf } from "../../i18n/useFormats";
import { boardGroups } from "./boardGroups";

const NAMES: Record<string, string> = {
  tavli: "Τάβλι",
  koumkan: "Κουμ-καν",
  thanasis: "Θανάσης",
  pilotta: "Πιλόττα",
  dominoes: "Ντόμινο",
};
const board = (repeat: "weekly" | "monthly", game: string | null) =>
  ({ board: `${repeat}:${game ?? "all"}`, repeat, games: game === null ? null : [game] }) as BoardPeriod;

test("boards stand by family in the order of the language, those of all games first", () => {
  const games = ["tavli", "thanasis", null, "pilotta", "koumkan", "dominoes"];
  const boards = (["weekly", "monthly"] as const).flatMap((repeat) => games.map((game) => board(repeat, game)));
  const { list, compare } = formatsOf("el");
  const groups = boardGroups(boards, {
    familyOf: (game) => (game === "thanasis" ? "koumkan" : game),
    gameName: (game) => NAMES[game] ?? game,
    bots: "Ρομπότ",
    boardName: (period) => `${period.games?.map((game) => NAMES[game]).join() ?? "όλα"}, ${period.repeat}`,
    list,
    compare,
  });
  expect(groups.map(({ label }) => label)).toEqual([null, "Θανάσης και Κουμ-καν", "Ντόμινο", "Πιλόττα", "Τάβλι"]);
  expect(groups[1]?.boards.map((each) => each.board)).toEqual([
    "monthly:thanasis",
    "weekly:thanasis",
    "monthly:koumkan",
    "weekly:koumkan",
  ]);
  expect(groups.flatMap((group) => group.boards)).toHaveLength(boards.length);
});

test("bots' ladders stand together, after everything else", () => {
  const ladder = (game: string) =>
    ({ board: `bots:${game}`, repeat: "monthly", games: [game], bots: true }) as BoardPeriod;
  const { list, compare } = formatsOf("el");
  const groups = boardGroups([ladder("tavli"), board("weekly", "tavli"), ladder("dominoes"), board("weekly", null)], {
    familyOf: (game) => game,
    gameName: (game) => NAMES[game] ?? game,
    boardName: (period) => period.games?.map((game) => NAMES[game]).join() ?? "όλα",
    bots: "Ρομπότ",
    list,
    compare,
  });
  expect(groups.map(({ label }) => label)).toEqual([null, "Τάβλι", "Ρομπότ"]);
  expect(groups[2]?.boards.map((each) => each.board)).toEqual(["bots:dominoes", "bots:tavli"]);
});
