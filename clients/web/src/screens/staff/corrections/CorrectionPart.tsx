import { useState } from "react";
import type { RecordingLine } from "kafeneio-client";
import { useTranslation } from "../../../i18n/useTranslation";
import styles from "../Staff.module.css";
import { CorrectionForm } from "./CorrectionForm";
import { MatchFinder } from "./MatchFinder";

/** A match is found, seen, and what counts of it replaced; what changes is shown before. */
export function CorrectionPart({ onPlaced }: { onPlaced: () => void }) {
  const { t } = useTranslation("staff");
  const [match, setMatch] = useState<RecordingLine | null>(null);
  return (
    <section className={styles.form}>
      <p>{t("correction.lead")}</p>
      <MatchFinder chosen={match?.match ?? null} onChoose={setMatch} />
      {match && <CorrectionForm key={match.match} line={match} onPlaced={onPlaced} />}
    </section>
  );
}
