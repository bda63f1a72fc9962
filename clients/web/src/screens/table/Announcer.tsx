import { useEffect, useState } from "react";
import type { EventView, TableView } from "kafeneio-client";
import { family, familyOf } from "../../games/registry";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameSay } from "../../i18n/useWords";
import { hasEnded, type OpenTable } from "../../state/openTable";
import styles from "./Announcer.module.css";
import { useReactionWords } from "./Reactions";
import { useHeadline } from "./useHeadline";

/** Whose turn it is beside one's own is said only of a turn that lasts: else every play would be said twice. */
const LASTS_MS = 2_000;

/**
 * Announces to screen readers what the table shows. What was played, whose turn it is and what somebody shows are regions of their own: what stays
 * the same is not read again when the other changes.
 */
export function Announcer({ open, view }: { open: OpenTable; view: TableView }) {
  return (
    <div className={styles.aside}>
      <div className={`${styles.ears} sr`}>
        <p role="status">{useEventTexts(open, view)}</p>
        <p role="status">{useTurnWords(open, view)}</p>
        <p role="status">{useReactionWords(view)}</p>
      </div>
    </div>
  );
}

function useEventTexts({ events }: OpenTable, view: TableView): string {
  const say = useGameSay(familyOf(view.game) ?? view.game);
  const game = family(view.game);
  if (!game || view.game_view === null) return "";
  const sentences = events
    .filter((event) => !isSaidByDeal(event, events))
    .map((event) => game.eventText(event, view.game_view as never, view.seats, say));
  return sentences.filter(Boolean).join(" ");
}

/** Who begins is drawn, and the deal that comes with it says it too. */
function isSaidByDeal({ kind, data }: EventView, events: readonly EventView[]): boolean {
  if (kind !== "leader") return false;
  const deal = events.find((event) => event.kind === "deal")?.data;
  if (!deal || !data) return false;
  if (data["dealer"] !== undefined) return deal["dealer"] === data["dealer"];
  return (deal["starter"] ?? deal["leader"]) === data["seat"];
}

function useTurnWords(open: OpenTable, view: TableView): string {
  const { t } = useTranslation(["app", "play"]);
  const { list } = useFormats();
  const headline = useHeadline(view, open.resultSeats);
  const ended = hasEnded(open);
  const yours = !ended && view.due.some((due) => due.seat === view.you);
  const others = ended || yours ? [] : view.due.map((due) => due.seat);
  const lasting = useLasting(others.join());
  if (ended) return headline;
  if (yours) return `${t("table.yourTurn")}.`;
  if (!lasting || others.length === 0) return "";
  return t("play:turnOf", { names: list(others.map((seat) => view.seats[seat]?.name ?? "")) });
}

/** Whether a value has stayed the same for `LASTS_MS`. */
function useLasting(value: string): boolean {
  const [kept, setKept] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setKept(value), LASTS_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return kept === value;
}
