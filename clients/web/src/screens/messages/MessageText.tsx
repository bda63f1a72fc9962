import type { AdminMessage } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useWhen } from "../records/useWhen";
import styles from "./Messages.module.css";
import { useMessageWords } from "./useMessageWords";

/** A message as it was written: plain text, its lines kept. */
export function MessageText({ message, heading: Heading }: { message: AdminMessage; heading: "h3" | null }) {
  const { t } = useTranslation();
  const when = useWhen();
  const { subject, body } = useMessageWords()(message);
  return (
    <>
      {Heading && <Heading>{subject}</Heading>}
      <p className={styles.about} data-kind={message.kind}>
        {t(`messages.kinds.${message.kind}`)} · {when(message.created_at_ms)}
      </p>
      <p className={styles.body}>{body}</p>
      {message.ack_at_ms !== null && (
        <p className={styles.about}>{t("messages.acknowledged", { when: when(message.ack_at_ms) })}</p>
      )}
    </>
  );
}
