import { memo, useState } from "react";
import { useApp, useGameInfo } from "../../app/context";
import { useNamesPage } from "../../app/pageTitle";
import { winnerChips } from "../../economy/rules";
import { useStakeRules } from "../../economy/useStakeRules";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { IconButton } from "../../parts/IconButton";
import { useServerNow } from "../../parts/useServerNow";
import { sidesOf } from "../../state/games";
import { clock } from "../../state/seek";
import { useClockLine } from "../room/useClockLine";
import { useOptionsLine } from "../room/useOptionsLine";
import { useTableName } from "../room/useTableTitle";
import { chatRoomOf } from "./chatRoomOf";
import styles from "./Rim.module.css";
import { family } from "../../games/registry";
import { ReactionsMenu } from "./Reactions";
import { LeaveDialog } from "./LeaveDialog";
import { TableMenu } from "./TableMenu";
import { useOwnSeat } from "./useEnding";
import { areStill, type StillView } from "../../state/still";

interface Props {
  view: StillView;
  chatOpen: boolean;
  onChat: () => void;
  onRules: () => void;
  onHint: () => void;
}

/** The edge of the table: what is played and for what, rules, chat and the menu. */
export const Rim = memo(function Rim({ view, chatOpen, onChat, onRules, onHint }: Props) {
  const { t } = useTranslation(["app", "play"]);
  const own = useOwnSeat(view);
  const words = useGameWords();
  useNamesPage(words.name(view.game));
  const options = useOptionsLine(view.game, view.options);
  const clockLine = useClockLine(view.clock_factor);
  const name = useTableName(view);
  const chatRoom = chatRoomOf(view);
  const unread = useApp(({ room }) => room?.unread[chatRoom] ?? 0);
  const [leaving, setLeaving] = useState(false);
  const reacts = view.you !== null && !family(view.game)?.ownSeats;
  return (
    <header className={styles.rim}>
      <div className={styles.what}>
        <h1>{words.name(view.game)}</h1>
        <p>
          {view.house && options ? options : name}
          {clockLine && ` · ${clockLine}`}
          {view.you === null && ` · ${t(own === null ? "table.watching" : "play:ending.was")}`}
        </p>
      </div>
      <Stake view={view} />
      <div className={styles.tools}>
        {view.spectator_count > 0 && (
          <span className={`${styles.watchers} num`}>{t("table.watchers", { count: view.spectator_count })}</span>
        )}
        <span className={styles.rules} data-spare={reacts}>
          <IconButton icon="question" label={t("table.rules")} onClick={onRules} />
        </span>
        <IconButton
          icon="chat"
          label={t("table.chat")}
          count={chatOpen ? 0 : unread}
          aria-expanded={chatOpen}
          data-opens-chat
          onClick={onChat}
        />
        {reacts && <ReactionsMenu view={view} />}
        <TableMenu view={view} onRules={onRules} onHint={onHint} onLeave={() => setLeaving(true)} />
      </div>
      {leaving && <LeaveDialog view={view} onClose={() => setLeaving(false)} />}
    </header>
  );
}, areStill);

/** Let into the rim: the stake, and what it means for whoever wins. */
function Stake({ view }: { view: StillView }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const rules = useStakeRules();
  const seats = view.seats.length;
  const sides = sidesOf(useGameInfo(view.game), seats);
  const seek = useApp((state) => state.seeks?.seek ?? null);
  if (view.house) return <p className={styles.stake}>{t("table.house")}</p>;
  if (view.practice && seek) return <Looking since={seek.since_ms} />;
  if (view.stake_chips === 0) {
    return <p className={styles.stake}>{t(view.practice ? "table.practice" : "table.friendly")}</p>;
  }
  const amount = rules && number(winnerChips(rules, view.stake_chips, sides));
  return (
    <p className={`${styles.stake} num`}>
      <strong>{t("table.stake", { amount: number(view.stake_chips) })}</strong>
      {amount && <span>{t(seats > sides ? "table.winnersReceive" : "table.winnerReceives", { amount })}</span>}
    </p>
  );
}

/** One practises while a search for people goes on. */
function Looking({ since }: { since: number }) {
  const { t } = useTranslation("seek");
  const now = useServerNow(true, 1_000);
  return (
    <p className={`${styles.stake} num`} role="timer">
      {t("bar.atTable", { time: clock(now - since) })}
    </p>
  );
}
