import { useRef } from "react";
import { useTranslation } from "../../i18n/useTranslation";
import type { Wish } from "../create/useDraft";
import { useApp, useRoom } from "../../app/context";
import { useHeld } from "../../parts/useStill";
import { myTable, type TableFilter } from "../../state/lists";
import { TermsNotice } from "../account/TermsNotice";
import { GuestBanner } from "../guest/GuestBanner";
import { WaitingCalls } from "../calls/WaitingCalls";
import { NextCompetition } from "../competitions/NextCompetition";
import { WatchPart } from "../watch/WatchPart";
import { AskedTable } from "./AskedTable";
import { FirstSteps } from "./FirstSteps";
import { GameTiles } from "./GameTiles";
import { Invitations } from "./Invitations";
import styles from "./NowPane.module.css";
import pane from "./Pane.module.css";
import { PausedTable } from "./PausedTable";
import { PlayButtons } from "./PlayButtons";
import { TodayLines } from "./TodayLines";
import { YourTable } from "./YourTable";

interface Props {
  /** The table that the address names; null: none. */
  asked: string | null;
  filter: TableFilter;
  onCreate: (wish: Wish) => void;
  onSeek: () => void;
}

/** What is going on: one's own table, invitations, the ways to a game. */
export function NowPane({ asked, filter, onCreate, onSeek }: Props) {
  const { t } = useTranslation();
  const room = useRoom();
  const own = myTable(room);
  const area = useRef<HTMLDivElement>(null);
  const isPressed = useHeld(area, "pressing");
  const waiting = useApp(({ open }) => (open?.inRoom && open.view?.paused ? open : null));
  return (
    <section className={pane.pane} aria-label={t("now.title")}>
      <div className={pane.scroll} tabIndex={-1}>
        <div ref={area} className={styles.stack}>
          <TermsNotice />
          {!own && <FirstSteps />}
          <GuestBanner />
          <Invitations isHeld={isPressed} />
          <WaitingCalls />
          {asked !== null && asked !== room.seatedAt && <AskedTable table={asked} />}
          {own && (waiting ? <PausedTable open={waiting} /> : <YourTable line={own} />)}
          {!own && (
            <>
              <div className={styles.hero}>
                <h2>{t("now.playTitle")}</h2>
                <PlayButtons filter={filter} onCreate={onCreate} onSeek={onSeek} />
              </div>
              <TodayLines />
              <NextCompetition />
              <WatchPart />
              <GameTiles onCreate={onCreate} />
            </>
          )}
        </div>
      </div>
    </section>
  );
}
