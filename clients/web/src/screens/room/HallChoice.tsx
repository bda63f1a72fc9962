import { useClient, useRoom } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { presentHere } from "../../state/room";
import styles from "./HallChoice.module.css";

/** The hall where one is, and the way to the others; nothing while there is only one. */
export function HallChoice() {
  const { t } = useTranslation("halls");
  const client = useClient();
  const room = useRoom();
  const { hall, halls, seatedAt } = room;
  if (halls.length < 2) return null;
  const lines = halls.map((each) => (each.hall === hall ? { hall, players: presentHere(room) } : each));
  return (
    <label className={styles.choice}>
      <span className="sr">{t("choose")}</span>
      <select
        value={hall}
        disabled={seatedAt !== null}
        title={seatedAt === null ? undefined : t("seated")}
        onChange={(event) => void client.goToHall(Number(event.target.value))}
      >
        {lines.map((each) => (
          <option key={each.hall} value={each.hall}>
            {t("line", { hall: each.hall, count: each.players })}
          </option>
        ))}
      </select>
    </label>
  );
}
