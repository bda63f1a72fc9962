import { useCallback } from "react";
import { useCardName } from "../../cards/useCardName";
import { useTranslation } from "../../i18n/useTranslation";
import { useWords } from "../../i18n/useWords";
import { moveText } from "./moves";

type Move = Readonly<Record<string, unknown>> | null;

/** Moves and the computer's reasons in the language of the page. */
export function useMoveText(): { move: (move: Move) => string; reason: (code: string) => string } {
  const { t } = useTranslation("analysis");
  const { has, lookUp } = useWords();
  const card = useCardName();
  const tichuCard = useCardName("tichu");
  const move = useCallback(
    (each: Move) => moveText(each, { say: (key) => t(`move.${key}`), card, tichuCard }),
    [t, card, tichuCard],
  );
  const reason = useCallback(
    (code: string) => lookUp(has(`reason.${code}`, "analysis") ? `reason.${code}` : "reason.best", "analysis"),
    [has, lookUp],
  );
  return { move, reason };
}
