import { useTranslation } from "react-i18next";
import { family, familyOf } from "../../games/registry";
import type { TableView } from "kafeneio-client";
import { useGameSay } from "../../i18n/useWords";
import { hasEnded, type OpenTable } from "../../state/openTable";
import { useHeadline } from "./useHeadline";

/**
 * Tells ears what eyes see. What was played and whose turn it is are two regions: what stays the same is not said
 * again when the other changes.
 */
export function Announcer({ open, view }: { open: OpenTable; view: TableView }) {
  return (
    <div className="sr">
      <p role="status">{useTold(open, view)}</p>
      <p role="status">{useTurnWords(open, view)}</p>
    </div>
  );
}

function useTold({ events }: OpenTable, view: TableView): string {
  const say = useGameSay(familyOf(view.game) ?? view.game);
  const game = family(view.game);
  if (!game || view.game_view === null) return "";
  const told = events.map((event) => game.tell(event, view.game_view as never, view.seats, say));
  return told.filter(Boolean).join(" ");
}

function useTurnWords(open: OpenTable, view: TableView): string {
  const { t } = useTranslation();
  const headline = useHeadline(view, open.resultSeats);
  if (hasEnded(open)) return headline;
  return view.due.some((due) => due.seat === view.you) ? `${t("table.yourTurn")}.` : "";
}
