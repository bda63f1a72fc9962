import { useState, useSyncExternalStore } from "react";
import { useApp } from "../app/context";
import { beNotified, endOffer, offeredNow, onOffer } from "../app/push";
import { refusal } from "../app/useRequest";
import { useTranslation } from "../i18n/useTranslation";
import { useSays } from "../i18n/useWords";
import { Button } from "../parts/Button";
import { IconButton } from "../parts/IconButton";
import styles from "./Notices.module.css";

/** Whether to be notified, asked right after something whose answer may come when no page is open. */
export function PushSlip() {
  const { t } = useTranslation("push");
  const { t: house } = useTranslation();
  const says = useSays();
  const token = useApp((state) => state.token);
  const account = useApp((state) => state.room?.me.account ?? null);
  const moment = useSyncExternalStore(onOffer, offeredNow);
  const [said, setSaid] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (moment === null || token === null || account === null) return null;
  const end = () => {
    setSaid(null);
    endOffer();
  };
  const accept = async () => {
    setBusy(true);
    try {
      const found = await beNotified(token, account);
      if (typeof found === "string") setSaid(t(`obstacles.${found}`));
      else end();
    } catch (error) {
      setSaid(says(refusal(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.slip} data-kind="push" data-notice>
      <p>{said ?? t(`offers.${moment}`)}</p>
      {said === null && (
        <Button kind="action" busy={busy} onClick={() => void accept()}>
          {t("yes")}
        </Button>
      )}
      <IconButton icon="close" label={said === null ? t("notNow") : house("common.dismiss")} onClick={end} />
    </div>
  );
}
