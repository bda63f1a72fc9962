import { useState } from "react";
import { useApp, useClient } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { Dialog } from "../../parts/Dialog";
import { isOpen } from "../../state/messages";
import { MessageText } from "./MessageText";
import styles from "./Messages.module.css";
import { useMessageWords } from "./useMessageWords";

/** What nobody has read yet opens by itself, the oldest first; a warning asks to be acknowledged. */
export function OpenMessages() {
  const { t } = useTranslation();
  const client = useClient();
  const messages = useApp((state) => state.messages);
  const words = useMessageWords();
  const [seen, setSeen] = useState<readonly string[]>([]);
  const open = (messages ?? []).filter((message) => isOpen(message) && !seen.includes(message.id));
  const [message] = open;
  if (!message) return null;
  const more = open.length - 1;
  const asks = message.kind === "warning" && message.ack_at_ms === null;
  const close = () => {
    setSeen([...seen, message.id]);
    client.readMessage(message.id);
  };
  const acknowledge = () => {
    setSeen([...seen, message.id]);
    client.acknowledgeMessage(message.id);
  };
  return (
    <Dialog
      key={message.id}
      title={words(message).subject}
      onClose={close}
      actions={
        <Button kind="action" onClick={asks ? acknowledge : close}>
          {t(asks ? "messages.acknowledge" : more > 0 ? "messages.next" : "messages.close")}
        </Button>
      }
    >
      <MessageText message={message} heading={null} />
      {more > 0 && <p className={styles.about}>{t("messages.more", { count: more })}</p>}
    </Dialog>
  );
}
