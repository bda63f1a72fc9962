import { useTranslation } from "react-i18next";
import type { SeatView } from "../../generated/frames";
import { Face } from "../../people/Face";
import { PlayerLink } from "../../people/PlayerLink";
import { ReportButton } from "../conduct/ReportButton";
import styles from "./SeatRow.module.css";

interface Props {
  seats: readonly SeatView[];
  /** Who owes a decision. */
  due: readonly number[];
  /** The match that is looked at: its players can be reported from here. */
  match?: string;
}

/** Who sat here, and whose turn it is. */
export function SeatRow({ seats, due, match }: Props) {
  const { t } = useTranslation("records");
  return (
    <ul className={styles.row} aria-label={t("players")}>
      {seats.map((seat, at) => (
        <li key={at} data-turn={due.includes(at)}>
          <Face account={seat.account} name={seat.name} bot={seat.bot} />
          <PlayerLink account={seat.account} name={seat.name} />
          {match !== undefined && seat.account !== null && (
            <ReportButton account={seat.account} name={seat.name} where={{ match }} />
          )}
          {due.includes(at) && <span className="sr">{t("toMove")}</span>}
        </li>
      ))}
    </ul>
  );
}
