import { useCallback } from "react";
import { useGameSay } from "../i18n/useWords";
import type { Pack } from "./code";
import { cardName } from "./names";

/** Names of cards in the language of the page. */
export function useCardName(pack: Pack = "french"): (code: string) => string {
  const say = useGameSay("cards");
  return useCallback((code) => cardName(code, say, pack), [say, pack]);
}
