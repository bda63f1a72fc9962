import { useEffect, useState } from "react";
import type { TableView } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import type { OpenTable } from "../../state/openTable";
import styles from "./Surface.module.css";
import { useEnding } from "./useEnding";

const SHOWN_MS = 6_000;

/**
 * Who is over the time, said to the whole table: the card, and that no play would have blocked the hand. And who has
 * left a match that goes on, why, and who plays in their place.
 */
export function Overrun({ open, view }: { open: OpenTable; view: TableView }) {
  const words = useOverrunWords(open, view);
  const [shown, setShown] = useState("");
  if (words && words !== shown) setShown(words);
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(""), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <div role="status" className={styles.overrun}>
      {shown && <p data-overrun>{shown}</p>}
    </div>
  );
}

/** What the last events say about somebody's time, or leaving while the match goes on; empty: nothing. */
function useOverrunWords({ events }: OpenTable, view: TableView): string {
  const { t } = useTranslation("play");
  const left = events.flatMap(({ kind, data }) => (kind === "departed" && data ? [Number(data["seat"])] : []));
  const gone = useEnding(view, left);
  if (left.length > 0 && view.phase === "playing") return gone.join(" ");
  const said = events.flatMap(({ kind, data }) => {
    if (kind !== "overran" || data === null) return [];
    const name = view.seats[Number(data["seat"])]?.name ?? "";
    const card = data["card"] === "yellow" ? [t("overrun.yellow", { name })] : [t("overrun.late", { name })];
    return data["no_block"] ? [t("overrun.noBlock"), ...card] : card;
  });
  return said.join(" ");
}
