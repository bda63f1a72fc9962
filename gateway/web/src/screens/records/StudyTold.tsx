import { useTranslation } from "react-i18next";
import type { SeatView, Study } from "kafeneio-client";
import styles from "./PlayList.module.css";
import { useTell } from "./useTell";

/** What the last step did, or how to begin. */
export function StudyTold({ game, seats, study }: { game: string; seats: readonly SeatView[]; study: Study }) {
  const { t } = useTranslation("records");
  const tell = useTell(game, seats);
  const told = study.told.map((each) => tell(each, study.view)).join(" ");
  return (
    <p role="status" className={styles.now}>
      {study.steps === 0 && !study.over ? t("academy.begin") : told}
    </p>
  );
}
