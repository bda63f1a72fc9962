import { Suspense, useCallback, useMemo } from "react";
import { useApp, useClient } from "../../app/context";
import type { TableView } from "kafeneio-client";
import type { HouseBankedTable } from "../../games/api";
import { family } from "../../games/registry";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import type { OpenTable } from "../../state/openTable";
import { Overrun } from "./Overrun";
import styles from "./Surface.module.css";
import { useHandAgain } from "./useHandAgain";
import { useHelpline } from "./useHelpline";

/** The middle of the table: the game itself, or why there is none. */
export function Surface({ open, view }: { open: OpenTable; view: TableView }) {
  const { t } = useTranslation();
  const client = useClient();
  const said = useTableWords(open, view);
  const gone = open.ended || view.phase === "closed" || view.phase === "stopped";
  return (
    <section className={styles.surface} aria-label={t("table.surface")} tabIndex={-1} data-surface>
      {view.game_view !== null && <Game open={open} view={view} />}
      <Overrun open={open} view={view} />
      {said && (
        <div className={styles.said}>
          <p role="status">{said}</p>
          {gone && <Button onClick={() => client.goBack()}>{t("result.communication")}</Button>}
        </div>
      )}
    </section>
  );
}

function Game({ open, view }: { open: OpenTable; view: TableView }) {
  const { t } = useTranslation();
  const client = useClient();
  const noticeGiven = useApp(({ room }) => room?.noticeGiven ?? false);
  const age = useApp(({ room }) => room?.houseAge ?? 0);
  const helpline = useHelpline(view.house);
  const { game, table } = view;
  // Always the same ones: a board is drawn anew for what has changed on it, and for nothing else.
  const sit = useCallback((seat: number, notice: boolean) => void client.sitDown(table, seat, notice), [client, table]);
  const move = useCallback((wanted: object) => void client.move(wanted as Record<string, unknown>), [client]);
  const refuse = useCallback((code: string) => client.refuse(code, game), [client, game]);
  const again = useHandAgain(open, view);
  const premoves = useApp(({ settings }) => settings.premoves) && view.you !== null;
  const premove = useMemo(() => (premoves ? { dropped: () => client.premoveDropped() } : null), [premoves, client]);
  const Board = family(game)?.Board;
  if (!Board) return <p className={styles.said}>{t("missingGame")}</p>;
  const waits = view.paused || again !== null;
  const yourTurn = !waits && open.pending === null && view.due.some((due) => due.seat === view.you);
  return (
    <Suspense fallback={<p className={`${styles.said} ${styles.late}`}>{t("table.asking")}</p>}>
      <Board
        view={(again?.view ?? view.game_view) as never}
        you={view.you}
        seats={view.seats}
        yourTurn={yourTurn && view.phase === "playing"}
        may={!waits && view.you !== null && view.may.includes(view.you)}
        pending={(open.pending?.move ?? null) as never}
        events={again?.events ?? open.events}
        recent={again?.events ?? open.recent}
        premove={premove}
        move={move}
        refuse={refuse}
        house={view.house ? { ...houseSide(view, open.atMs), noticeGiven, age, helpline, sit } : null}
      />
    </Suspense>
  );
}

function houseSide(view: TableView, atMs: number): Omit<HouseBankedTable, "noticeGiven" | "age" | "helpline" | "sit"> {
  const { window_ms_left: left, banking, wants_seeds: wantsSeeds, match, number, commit, last_shoe: lastShoe } = view;
  const shoe = match ? { match, number, commit } : null;
  return { windowEndsMs: left === null ? null : atMs + left, banking, wantsSeeds, shoe, lastShoe };
}

/** What there is to say instead of, or over, the game. */
function useTableWords(open: OpenTable, view: TableView): string | null {
  const { t } = useTranslation(["app", "play"]);
  if (view.phase === "stopped") return t("table.stopped");
  if (view.phase === "closed" && view.result === null) return t("table.closed");
  if (view.phase === "asking") return t("table.asking");
  if (open.catchup !== null) return t("play:again.said");
  return open.ended && view.result === null ? t("table.closed") : null;
}
