import type { SeatView, Study } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import styles from "./PlayList.module.css";
import { useEventText } from "./useEventText";

/** What the last step did, or how to begin. */
export function StudyEvents({ game, seats, study }: { game: string; seats: readonly SeatView[]; study: Study }) {
  const { t } = useTranslation("records");
  const eventText = useEventText(game, seats);
  const text = study.told.map((each) => eventText(each, study.view)).join(" ");
  return (
    <p role="status" className={styles.now}>
      {study.steps === 0 && !study.over ? t("academy.begin") : text}
    </p>
  );
}
