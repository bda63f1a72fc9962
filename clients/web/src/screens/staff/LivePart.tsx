import { addressOf } from "../../app/pages";
import { useApp } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { useWhen } from "../records/useWhen";
import styles from "./Staff.module.css";
import { useRoomWords } from "./useRoomWords";

/** What watched players say, as they say it. */
export function LivePart() {
  const { t } = useTranslation("staff");
  const when = useWhen();
  const room = useRoomWords();
  const lines = useApp((state) => state.watched);
  return (
    <section className={styles.detail}>
      <p>{t("live.lead")}</p>
      {lines.length === 0 && <p>{t("live.none")}</p>}
      <div role="log" aria-label={t("parts.live")}>
        <ul className={styles.chat}>
          {lines.map((line) => (
            <li key={line.id}>
              <a href={addressOf({ at: "staff", part: "player", about: line.account })}>
                <strong>{line.name}</strong>
              </a>{" "}
              {line.text}{" "}
              <small>
                {room(line.room)} · {when(line.at_ms)}
              </small>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
