import { useCallback } from "react";
import { useTranslation } from "../i18n/useTranslation";
import { useGameSay } from "../i18n/useWords";
import type { Pack } from "./code";
import { cardName } from "./names";

/** Names that have been said, by language, pack and code: a table says each of its cards again with every press. */
const said = new Map<string, string>();

/** Names of cards in the language of the page. */
export function useCardName(pack: Pack = "french"): (code: string) => string {
  const { language } = useTranslation();
  const say = useGameSay("cards");
  return useCallback(
    (code) => {
      const key = `${language} ${pack} ${code}`;
      const name = said.get(key) ?? cardName(code, say, pack);
      said.set(key, name);
      return name;
    },
    [language, say, pack],
  );
}
