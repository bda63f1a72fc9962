import type { Badge } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";

type BadgeId = Badge["badge"];
type Won = Extract<BadgeId, `won_${string}`>;
const WON = "won_";

/** What badges are called, and what is to be done for them. */
export function useBadgeWords() {
  const { t } = useTranslation("badges");
  const words = useGameWords();
  const say = (part: "name" | "deed", badge: BadgeId) =>
    isWon(badge) ? t(`${part}.won`, { game: words.name(badge.slice(WON.length)) }) : t(`${part}.${badge}`);
  return { name: (badge: BadgeId) => say("name", badge), deed: (badge: BadgeId) => say("deed", badge) };
}

/** Whether a badge is for a match won: it is named by its family's first game. */
function isWon(badge: BadgeId): badge is Won {
  return badge.startsWith(WON);
}
