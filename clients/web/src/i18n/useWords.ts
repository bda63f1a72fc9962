import i18next from "i18next";
import { useCallback, useMemo } from "react";
import type { Say } from "../games/api";
import { familyOf } from "../games/registry";
import { translator } from "./translator";
import { useFormats } from "./useFormats";
import { useTranslation } from "./useTranslation";

export interface Refusal {
  code: string;
  detail?: unknown;
  /** The game whose own words come first; null: those of all games. */
  game?: string | null;
}

type Loose = (key: string, values?: Record<string, unknown>) => string;

/** Words that are looked up by codes of the server, which the compiler cannot know. */
export function useWords() {
  const { language } = useTranslation();
  return useMemo(() => {
    const wordsOf = (ns: string) => translator(language, ns as "app") as unknown as Loose;
    const has = (key: string, ns: string) => i18next.exists(key, { ns: ns as "app" });
    const lookUp = (key: string, ns: string, values?: Record<string, unknown>) => wordsOf(ns)(key, values);
    return { has, lookUp };
  }, [language]);
}

/** Says a refusal in words: the game's own, those of all games, or the code itself. */
export function useSays(): (refusal: Refusal) => string {
  const { has, lookUp } = useWords();
  const { moment } = useFormats();
  return useCallback(
    ({ code, detail, game }) => {
      const family = game ? familyOf(game) : null;
      if (family && has(`errors.${code}`, family)) return lookUp(`errors.${code}`, family);
      const words = has(code, "error") ? lookUp(code, "error") : lookUp("unknown", "error", { code });
      const { name, until } = readDetail(detail);
      const whose = name ? [lookUp("named", "error", { name })] : [];
      const how = until === null ? [] : [lookUp("until", "error", { when: moment(until) })];
      return [words, ...whose, ...how].join(" ");
    },
    [has, lookUp, moment],
  );
}

/** Names of games and of their options, from the game's own words; the id itself where there are none. */
export function useGameWords() {
  const { has, lookUp } = useWords();
  return useMemo(() => {
    const say = (game: string, key: string, fallback: string) => {
      const family = familyOf(game);
      return family && has(key, family) ? lookUp(key, family) : fallback;
    };
    return {
      name: (game: string) => say(game, `games.${game}`, game),
      option: (game: string, option: string) => say(game, `options.${option}.label`, option),
      value: (game: string, option: string, value: unknown) =>
        say(game, `options.${option}.values.${String(value)}`, String(value)),
      /** A choice in words, "Played to 2000"; empty for what the game has no words for, which is no choice. */
      choice: (game: string, option: string, value: unknown) => {
        const text = say(game, `options.${option}.values.${String(value)}`, "");
        const says = typeof value !== "boolean" && !/^\d+$/.test(text);
        return text && (says ? text : `${say(game, `options.${option}.label`, option)} ${text}`);
      },
      /** What a value means, where its name does not say it; else nothing. */
      hint: (game: string, option: string, value: unknown) => say(game, `options.${option}.hints.${String(value)}`, ""),
    };
  }, [has, lookUp]);
}

/** Whom a refusal is about, and until when it holds (Unix ms), where its detail has it. */
function readDetail(detail: unknown): { name: string | null; until: number | null } {
  const { name, until, until_ms } = (detail ?? {}) as { name?: unknown; until?: unknown; until_ms?: unknown };
  const moment = until_ms ?? until;
  return { name: typeof name === "string" ? name : null, until: typeof moment === "number" ? moment : null };
}

/** The words of one family, for its own component. */
export function useGameSay(familyName: string): Say {
  const { language } = useTranslation();
  return translator(language, familyName as "app") as unknown as Say;
}
