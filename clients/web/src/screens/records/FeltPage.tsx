import type { ReactNode } from "react";
import { addressOf, type Page } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { ButtonLink } from "../../parts/ButtonLink";
import { Heading } from "./Heading";
import styles from "./FeltPage.module.css";

interface Props {
  title: string;
  /** A quieter second line. */
  about: ReactNode;
  back: Page | null;
  /** Above the board. */
  top: ReactNode;
  board: ReactNode;
  /** Beside the board; below it on a phone. */
  side: ReactNode;
}

/** A table to look at: the board on its cloth, and beside it what one can do. */
export function FeltPage({ title, about, back, top, board, side }: Props) {
  const { t } = useTranslation("records");
  return (
    <div className={styles.page}>
      <header className={styles.rim}>
        <ButtonLink kind="plain" className={styles.back} href={addressOf(back)}>
          {t("back")}
        </ButtonLink>
        <div className={styles.what}>
          <Heading>{title}</Heading>
          <p>{about}</p>
        </div>
      </header>
      <main className={styles.table}>
        {top}
        {board}
      </main>
      <aside className={styles.side} aria-label={t("controls")}>
        {side}
      </aside>
    </div>
  );
}
