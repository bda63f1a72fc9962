import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Say } from "../games/api";
import { familyOf } from "../games/registry";

export interface Refusal {
  code: string;
  detail?: unknown;
  /** The game whose own words come first; null: the house's. */
  game?: string | null;
}

type Loose = (key: string, values?: Record<string, unknown>) => string;

/** Words that are looked up by codes of the server, which the compiler cannot know. */
export function useWords() {
  const { t, i18n } = useTranslation();
  return useMemo(() => {
    const loose = t as unknown as Loose;
    const has = (key: string, ns: string) => i18n.exists(key, { ns: ns as "app" });
    const lookUp = (key: string, ns: string, values: Record<string, unknown> = {}) => loose(key, { ns, ...values });
    return { has, lookUp };
  }, [t, i18n]);
}

/** Says a refusal in words: the game's own, the house's, or the code itself. */
export function useSays(): (refusal: Refusal) => string {
  const { has, lookUp } = useWords();
  const { i18n } = useTranslation();
  return useCallback(
    ({ code, detail, game }) => {
      const family = game ? familyOf(game) : null;
      if (family && has(`errors.${code}`, family)) return lookUp(`errors.${code}`, family);
      const words = has(code, "error") ? lookUp(code, "error") : lookUp("unknown", "error", { code });
      const until = untilMs(detail);
      if (until === null) return words;
      const when = new Intl.DateTimeFormat(i18n.language, { dateStyle: "medium", timeStyle: "short" }).format(until);
      return `${words} ${lookUp("until", "error", { when })}`;
    },
    [has, lookUp, i18n],
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
      /** A choice in words, "Played to 2000"; empty for what the game has no words for, which is nobody's choice. */
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

function untilMs(detail: unknown): number | null {
  if (typeof detail !== "object" || detail === null) return null;
  const said = detail as { until?: unknown; until_ms?: unknown };
  const moment = said.until_ms ?? said.until;
  return typeof moment === "number" ? moment : null;
}

/** The words of one family, for its own component. */
export function useGameSay(familyName: string): Say {
  const { lookUp } = useWords();
  return useCallback((key, values) => lookUp(key, familyName, values), [lookUp, familyName]);
}
