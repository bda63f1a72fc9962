import { useEffect } from "react";
import { useApp, useClient } from "../app/context";
import { useTranslation } from "../i18n/useTranslation";
import { Button } from "../parts/Button";
import { IconButton } from "../parts/IconButton";
import { useSecondsLeft } from "../parts/useServerNow";
import { useVisible } from "../parts/useVisible";
import styles from "./Notices.module.css";

/** So long it is still said to a player who has come. */
const THERE_MS = 6_000;

/** A game of a competition has called: shown until its player is there, and how long there is to come. */
export function CalledSlip() {
  const { t } = useTranslation("door");
  const { t: house } = useTranslation();
  const { t: sent } = useTranslation("sent");
  const client = useClient();
  const called = useApp((state) => state.called);
  const atTable = useApp(({ open, called: to }) => open !== null && open.table === to?.table && !open.inRoom);
  const hasBegun = useApp(({ room, called: to }) => to !== null && room?.tables.get(to.table)?.state === "started");
  const seconds = useSecondsLeft(called?.untilMs ?? null);
  const isThere = useVisible() && atTable;
  const isOver = called !== null && called.untilMs !== null && seconds === 0;
  useEffect(() => {
    if (!isThere && !isOver) return;
    const timer = setTimeout(() => client.hasCome(), isOver ? 0 : THERE_MS);
    return () => clearTimeout(timer);
  }, [client, isThere, isOver]);
  if (called === null) return null;
  return (
    <div className={styles.slip} data-kind="called" data-notice>
      <p>
        {sent("called", { name: called.name })}{" "}
        {!isThere && seconds > 0 && (
          <strong className="num" aria-live="off">
            {t("called.come", { count: seconds })}
          </strong>
        )}
      </p>
      {!atTable && hasBegun && (
        <Button kind="action" onClick={() => client.visit(called.table)}>
          {t("called.toTable")}
        </Button>
      )}
      <IconButton icon="close" label={house("common.dismiss")} onClick={() => client.hasCome()} />
    </div>
  );
}
