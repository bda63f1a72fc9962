import { useTranslation } from "react-i18next";
import type { SeatView } from "../../generated/frames";
import { Face } from "../../people/Face";
import styles from "./SeatRow.module.css";

interface Props {
  seats: readonly SeatView[];
  /** Who owes a decision. */
  due: readonly number[];
}

/** Who sat here, and whose turn it is. */
export function SeatRow({ seats, due }: Props) {
  const { t } = useTranslation("records");
  return (
    <ul className={styles.row} aria-label={t("players")}>
      {seats.map((seat, at) => (
        <li key={at} data-turn={due.includes(at)}>
          <Face account={seat.account} name={seat.name} bot={seat.bot} />
          <span className="name">{seat.name}</span>
          {due.includes(at) && <span className="sr">{t("toMove")}</span>}
        </li>
      ))}
    </ul>
  );
}
