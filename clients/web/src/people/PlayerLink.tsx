import { addressOf } from "../app/pages";
import { useTranslation } from "../i18n/useTranslation";
import styles from "./PlayerLink.module.css";

interface Props {
  /** Null: a computer player, who has no page, or nowhere to go from here. */
  account: string | null;
  /** Empty: somebody whose data were erased. */
  name: string;
  /** What is read in place of the name. */
  called?: string;
}

/** A name that leads to what everybody may know of its player; of somebody whose data were erased only a word. */
export function PlayerLink({ account, name, called = name }: Props) {
  const { t } = useTranslation("account");
  if (!name) return <span className={styles.former}>{t("formerPlayer")}</span>;
  if (account === null) return <span className="name">{called}</span>;
  return (
    <a className={`${styles.link} name`} href={addressOf({ at: "player", player: account })}>
      {called}
    </a>
  );
}
