import type { ReactNode } from "react";
import { useApp } from "../../app/context";
import { addressOf, type Page } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { ButtonLink } from "../../parts/ButtonLink";
import { Logo } from "../../parts/Logo";
import { AccountMenu } from "../room/AccountMenu";
import { OwnFigures } from "../room/OwnFigures";
import { Heading } from "./Heading";
import styles from "./PaperPage.module.css";

interface Props {
  title: string;
  /** What the page is for; empty where the title says it all. */
  lead: string;
  back?: Page | null;
  children: ReactNode;
}

/** A page to read: a title, what it is for, and what is on it. */
export function PaperPage({ title, lead, back = null, children }: Props) {
  const { t } = useTranslation("records");
  const inside = useApp((state) => state.room !== null);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <a className={styles.home} href={addressOf(null)}>
          <Logo />
        </a>
        <ButtonLink kind="plain" href={addressOf(back)}>
          {t(back === null ? "toRoom" : "back")}
        </ButtonLink>
        {inside && (
          <div className={styles.own}>
            <OwnFigures />
            <AccountMenu />
          </div>
        )}
      </header>
      <main className={styles.body}>
        <Heading>{title}</Heading>
        {lead !== "" && <p className={styles.lead}>{lead}</p>}
        {children}
      </main>
    </div>
  );
}
