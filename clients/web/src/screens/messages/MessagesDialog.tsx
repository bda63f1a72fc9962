import { useApp, useClient } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { Dialog } from "../../parts/Dialog";
import { MessageText } from "./MessageText";
import styles from "./Messages.module.css";

/** All messages of the platform to the player, the newest first. */
export function MessagesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useClient();
  const messages = useApp((state) => state.messages) ?? [];
  return (
    <Dialog title={t("messages.title")} onClose={onClose} width="wide">
      {messages.length === 0 && <p>{t("messages.none")}</p>}
      <ul className={styles.list}>
        {messages.toReversed().map((message) => (
          <li key={message.id}>
            <MessageText message={message} heading="h3" />
            {message.kind === "warning" && message.ack_at_ms === null && (
              <Button kind="action" onClick={() => client.acknowledgeMessage(message.id)}>
                {t("messages.acknowledge")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
