import { useState } from "react";
import { useGameInfo, useRoom } from "../../app/context";
import { winnerChips } from "../../economy/rules";
import { useStakeRules } from "../../economy/useStakeRules";
import type { TableView } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { IconButton } from "../../parts/IconButton";
import { sidesOf } from "../../state/games";
import { useOptionsLine } from "../room/useOptionsLine";
import { chatRoomOf } from "./chatRoomOf";
import styles from "./Rim.module.css";
import { LeaveDialog } from "./LeaveDialog";
import { TableMenu } from "./TableMenu";

interface Props {
  view: TableView;
  chatOpen: boolean;
  onChat: () => void;
  onRules: () => void;
}

/** The edge of the table: what is played and for what, rules, chat and the menu. */
export function Rim({ view, chatOpen, onChat, onRules }: Props) {
  const { t } = useTranslation();
  const words = useGameWords();
  const options = useOptionsLine(view.game, view.options);
  const { unread } = useRoom();
  const [leaving, setLeaving] = useState(false);
  return (
    <header className={styles.rim}>
      <div className={styles.what}>
        <h1>{words.name(view.game)}</h1>
        <p>
          {view.house && options ? options : view.name}
          {view.you === null && ` · ${t("table.watching")}`}
        </p>
      </div>
      <Stake view={view} />
      <div className={styles.tools}>
        {view.spectator_count > 0 && (
          <span className={`${styles.watchers} num`}>{t("table.watchers", { count: view.spectator_count })}</span>
        )}
        <IconButton icon="question" label={t("table.rules")} onClick={onRules} />
        <IconButton
          icon="chat"
          label={t("table.chat")}
          count={chatOpen ? 0 : (unread[chatRoomOf(view)] ?? 0)}
          aria-expanded={chatOpen}
          onClick={onChat}
        />
        <TableMenu view={view} onRules={onRules} onLeave={() => setLeaving(true)} />
      </div>
      {leaving && <LeaveDialog view={view} onClose={() => setLeaving(false)} />}
    </header>
  );
}

/** Let into the rim: the stake, and what it means for whoever wins. */
function Stake({ view }: { view: TableView }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const rules = useStakeRules();
  const seats = view.seats.length;
  const sides = sidesOf(useGameInfo(view.game), seats);
  if (view.house) return <p className={styles.stake}>{t("table.house")}</p>;
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
