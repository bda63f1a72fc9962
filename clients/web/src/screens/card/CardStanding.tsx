import type { PlayerCard } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { useServerNow } from "../../parts/useServerNow";
import { statusWord } from "../../state/lists";
import { useCellName } from "../visits/useVisits";
import { seenAgo } from "./seenAgo";
import styles from "./PlayerCard.module.css";

const MINUTE_MS = 60_000;

/** Where somebody is, since when they come here, and how the two stand with each other. */
export function CardStanding({ card }: { card: PlayerCard }) {
  const { t } = useTranslation("player");
  const { t: visits } = useTranslation("visits");
  const cellName = useCellName();
  const lines = [useWhereabouts(card), useSince(card)];
  if (card.guest) lines.push(t("guest"));
  if (card.home) lines.push(visits("player", { home: cellName(card.home) }));
  if (card.bare) lines.push(t("bare"));
  if (card.blocked) lines.push(t("blocked"));
  else if (card.relation !== "none" && card.relation !== "self") lines.push(t(`relation.${card.relation}`));
  return (
    <ul className={styles.standing}>
      {lines.filter(Boolean).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function useSince({ since_ms }: PlayerCard): string {
  const { t, language } = useTranslation("player");
  if (since_ms === null || since_ms === undefined) return "";
  const day = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  return t("since", { day: day.format(since_ms) });
}

/** The status, with the game where the player sits; of who is not here, when they were. */
function useWhereabouts({ status, table, seen_at_ms: seenAtMs }: PlayerCard): string {
  const { t, language } = useTranslation(["app", "player"]);
  const words = useGameWords();
  const now = useServerNow(true, MINUTE_MS);
  if (!status) return "";
  if (status !== "absent") {
    const word = t(`app:people.status.${statusWord({ status, table: table?.table ?? null })}`);
    return table ? `${word} · ${words.name(table.game)}` : word;
  }
  if (seenAtMs === null || seenAtMs === undefined) return t("player:absent");
  const ago = seenAgo(seenAtMs, now, language);
  return ago === null ? t("player:seenHour") : t("player:seen", { ago });
}
