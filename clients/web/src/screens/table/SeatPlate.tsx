import { memo } from "react";
import { useGameInfo } from "../../app/context";
import type { DueView, LeftView, SeatView } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { Face } from "../../people/Face";
import { PlayerName } from "../../people/PlayerName";
import { isPartner } from "../../people/usePlaceName";
import { useShownName } from "../../people/useShownName";
import { Ring } from "../../parts/Ring";
import { secondsLeft, useServerReading } from "../../parts/useServerNow";
import { causeOf } from "../../state/endings";
import { Cards } from "./Cards";
import { GiftBubble } from "./GiftBubble";
import { ReactionMark, useReaction } from "./Reactions";
import { TimeoutMarks } from "./TimeoutMarks";
import { leaverOf } from "./useEnding";
import styles from "./SeatPlate.module.css";
import { areStill, type StillView } from "../../state/still";

const LATE_S = 10;

interface Props {
  view: StillView;
  seat: number;
  /** What this seat has to decide; null: nothing. */
  due: DueView | null;
  /** The server's time from which the decision's numbers count on. */
  atMs: number;
}

/** A seat: who sits there, their clock, their timeouts, whether they are here. */
export const SeatPlate = memo(function SeatPlate({ atMs, view, seat, due }: Props) {
  const { t } = useTranslation(["app", "play"]);
  const who = view.seats[seat];
  const info = useGameInfo(view.game);
  const clocked = info?.clock_policy === "move_clock" && !view.untimed;
  const partner = view.you !== null && isPartner(info, seat, view.you, view.seats.length);
  const reaction = useReaction(view.table, who?.account ?? null);
  if (!who) return null;
  const you = seat === view.you;
  return (
    <li
      className={styles.plate}
      data-turn={due !== null}
      data-you={you}
      data-away={!who.connected || who.left}
      data-seat={seat}
    >
      <Clock due={view.untimed ? null : due} atMs={atMs} stands={view.paused} who={who} />
      <div className={styles.words}>
        <span className={`${styles.name} name`}>
          <PlayerName account={who.account} name={who.name} />
        </span>
        <span className={styles.line}>
          {reaction ? (
            <ReactionMark reaction={reaction.reaction} />
          ) : (
            <>
              {you && <span className={styles.you}>({t("common.you")})</span>}
              {partner && <span className={styles.partner}>{t("play:places.partner")}</span>}
              {who.elo !== null && (
                <span className="num" title={t("table.rating", { elo: who.elo })}>
                  {who.elo}
                </span>
              )}
              {clocked && !who.bot && <TimeoutMarks lit={who.timeouts} most={info?.max_timeouts ?? null} />}
              {who.account !== null && <Cards account={who.account} />}
              <State who={who} left={leaverOf(view, seat)} turn={due !== null} you={you} />
            </>
          )}
        </span>
      </div>
      <GiftBubble view={view} seat={seat} />
    </li>
  );
}, areStill);

interface ClockProps {
  due: DueView | null;
  /** The server's time from which the decision's numbers count on. */
  atMs: number;
  /** The match is paused. */
  stands: boolean;
  who: SeatView;
}

/** The avatar in its ring, and the seconds beside it: those left where they may be seen, else those gone. */
function Clock({ due, atMs, stands, who }: ClockProps) {
  const { t } = useTranslation();
  const runs = due !== null && !stands;
  const counts = due === null || due.ms_left === null;
  const seconds = useServerReading(runs, (nowMs) => clockSeconds(due, runs ? Math.max(0, nowMs - atMs) : 0));
  const late = !counts && seconds <= LATE_S;
  const share = counts || !due.limit_ms ? null : (seconds * 1000) / due.limit_ms;
  return (
    <>
      <Ring share={share} late={late}>
        <Face account={who.account} name={who.name} bot={who.bot} />
      </Ring>
      <span className={`${styles.seconds} num`} data-late={late} data-runs={due !== null} role="timer">
        <span aria-hidden="true">{seconds}</span>
        <span className="sr">{t(counts ? "table.thinking" : "table.secondsLeft", { count: seconds })}</span>
      </span>
    </>
  );
}

/** The seconds to show `passedMs` after the decision's numbers were true. */
function clockSeconds(due: DueView | null, passedMs: number): number {
  if (due === null) return 0;
  return due.ms_left === null ? Math.floor((due.elapsed_ms + passedMs) / 1000) : secondsLeft(due.ms_left - passedMs);
}

/** One word on how it stands with this seat; of a computer player that took it over, for whom it plays. */
function State(props: { who: SeatView; left: LeftView | null; turn: boolean; you: boolean }) {
  const { who, left, turn, you } = props;
  const { t } = useTranslation(["app", "play"]);
  const calls = useShownName();
  if (left?.replaced) return <span>{t("play:ending.for", { name: calls(left.name) })}</span>;
  if (left) return <span>{t(`play:ending.short.${causeOf(left.reason)}`)}</span>;
  if (!who.connected) return <span className={styles.lost}>{t("table.lost")}</span>;
  return turn && you ? <strong>{t("table.yourTurn")}</strong> : null;
}
