import type { ReactNode } from "react";
import { useRoom } from "../../app/context";
import { CHIPS_PAGES, type ChipsPage, addressOf } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { Amount } from "../../parts/Amount";
import { PaperPage } from "../records/PaperPage";
import styles from "./Chips.module.css";

interface Props {
  at: ChipsPage | null;
  title: string;
  lead: string;
  /** Where help is; said on the screens on which chips or money are spent. */
  helpline?: string | null;
  children: ReactNode;
}

/** A page about chips: what one has, the other such pages, and where help is. */
export function ChipsPaper({ at, title, lead, helpline = null, children }: Props) {
  const { t } = useTranslation("economy");
  const { chips } = useRoom();
  return (
    <PaperPage title={title} lead={lead}>
      <div className={styles.top}>
        <nav aria-label={t("nav")}>
          <ul className={styles.tabs}>
            {CHIPS_PAGES.map((page) => (
              <li key={page}>
                <a href={addressOf({ at: page })} aria-current={page === at ? "page" : undefined}>
                  {t(`${page}.title`)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <p className={styles.balance} aria-live="polite">
          {t("balance")} <Amount chips={chips} />
        </p>
      </div>
      {children}
      {helpline !== null && (
        <footer className={styles.help}>
          <p>{t("helpline", { number: helpline })}</p>
        </footer>
      )}
    </PaperPage>
  );
}
