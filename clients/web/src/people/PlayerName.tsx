import type { KeyboardEvent, MouseEvent } from "react";
import { addressOf } from "../app/pages";
import { useTranslation } from "../i18n/useTranslation";
import styles from "./PlayerName.module.css";
import { showCard } from "./shownCard";
import { useShownName } from "./useShownName";

interface Props {
  /** Null: a computer player, who has no card. */
  account: string | null;
  /** Empty: somebody whose data were erased. */
  name: string;
  /** What is read in place of the name. */
  called?: string;
}

/**
 * A player's name, wherever one stands: a press opens the player's card over the page. It flows and breaks like the text
 * around it, as no button element does; with a key held it opens the player's page in a tab of its own, as links do. Of
 * somebody whose data were erased only a word.
 */
export function PlayerName({ account, name, called }: Props) {
  const { t } = useTranslation("door");
  const shown = useShownName()(called ?? name);
  if (!name) return <span className={styles.former}>{t("formerPlayer")}</span>;
  if (account === null) return <span className="name">{shown}</span>;
  const open = (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault();
    showCard({ account, name: shown });
  };
  return (
    <a
      className={`${styles.link} name`}
      href={addressOf({ at: "player", player: account })}
      role="button"
      aria-haspopup="dialog"
      data-player={account}
      onClick={(event) => {
        if (!event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey) open(event);
      }}
      onKeyDown={(event) => event.key === " " && open(event)}
    >
      {shown}
    </a>
  );
}
