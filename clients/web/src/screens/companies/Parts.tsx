import type { ReactNode } from "react";
import type { CompanyLine } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { type Refusal, useGameWords, useSays } from "../../i18n/useWords";
import { Avatar } from "../../parts/Avatar";
import { Button } from "../../parts/Button";
import { Dialog } from "../../parts/Dialog";
import styles from "./Companies.module.css";
import { clockOf, weekdayName } from "./when";

/** A company's picture, or the initial of its name. */
export function Emblem({ line }: { line: Pick<CompanyLine, "name" | "picture"> }) {
  return (
    <span className={styles.face}>
      <Avatar name={line.name}>
        {line.picture && <img src={`/api/photos/${line.picture}`} alt="" width={192} height={192} decoding="async" />}
      </Avatar>
    </span>
  );
}

/** "Every Thursday at 20:00 · Tavli": the days and hours of the reader's own clock; null without an evening. */
export function useEvening(line: Pick<CompanyLine, "evening" | "evening_at_ms">): string | null {
  const { t, language } = useTranslation("companies");
  const words = useGameWords();
  if (!line.evening || line.evening_at_ms === null) return null;
  const weekday = weekdayName((new Date(line.evening_at_ms).getDay() + 6) % 7, language);
  const every = t("evening.every", { weekday, time: clockOf(line.evening_at_ms, language) });
  return `${every} · ${words.name(line.evening.game)}`;
}

export function Refused({ refused }: { refused: Refusal | null }) {
  const says = useSays();
  if (refused === null) return null;
  return (
    <p className={styles.refusal} role="alert">
      {says(refused)}
    </p>
  );
}

/** Asks once more before something that cannot be taken back. */
export function Sure({
  title,
  text,
  onYes,
  onNo,
}: {
  title: string;
  text: string;
  onYes: () => void;
  onNo: () => void;
}) {
  const { t } = useTranslation("companies");
  return (
    <Dialog
      title={title}
      onClose={onNo}
      actions={
        <>
          <Button onClick={onNo}>{t("sure.no")}</Button>
          <Button kind="danger" onClick={onYes}>
            {t("sure.yes")}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}

export function Part({ title, children, end }: { title: string; children: ReactNode; end?: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {end}
      </div>
      {children}
    </section>
  );
}
