import type { SeatView } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import type { Reported } from "../conduct/ReportDialog";
import { Face } from "../../people/Face";
import { PlayerName } from "../../people/PlayerName";
import { ReportButton } from "../conduct/ReportButton";
import styles from "./SeatRow.module.css";

interface Props {
  seats: readonly SeatView[];
  /** Who owes a decision. */
  due: readonly number[];
  /** What is looked at: the match with its hand and event. Its players can be reported from here. */
  where?: Reported["where"];
}

/** Who sat here, and whose turn it is. */
export function SeatRow({ seats, due, where }: Props) {
  const { t } = useTranslation("records");
  return (
    <ul className={styles.row} aria-label={t("players")}>
      {seats.map((seat, at) => (
        <li key={at} data-turn={due.includes(at)}>
          <Face account={seat.account} name={seat.name} bot={seat.bot} />
          <PlayerName account={seat.account} name={seat.name} />
          {where !== undefined && seat.account !== null && (
            <ReportButton account={seat.account} name={seat.name} where={where} />
          )}
          {due.includes(at) && <span className="sr">{t("toMove")}</span>}
        </li>
      ))}
    </ul>
  );
}
