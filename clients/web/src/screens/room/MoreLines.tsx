import { useEffect } from "react";
import { useClient, useRoom } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import type { ListName } from "../../state/room";
import styles from "./MoreLines.module.css";

interface Props {
  list: ListName;
  /** All lines are needed now: somebody searches among them. */
  isNeeded: boolean;
}

/** How much of a full hall's list is not here yet, and the way to it; nothing where the list is whole. */
export function MoreLines({ list, isNeeded }: Props) {
  const { t } = useTranslation("halls");
  const client = useClient();
  const count = useRoom().more[list];
  useEffect(() => {
    if (isNeeded) void client.loadList(list);
  }, [client, isNeeded, list]);
  if (count === 0) return null;
  return (
    <p className={styles.more}>
      <Button kind="plain" onClick={() => void client.loadList(list)}>
        {t(`more.${list}`, { count })}
      </Button>
    </p>
  );
}
