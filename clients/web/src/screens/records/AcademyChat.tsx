import { useTranslation } from "../../i18n/useTranslation";
import { ACADEMY } from "../../state/room";
import { ChatPane } from "../chat/ChatPane";
import styles from "./AcademyChat.module.css";

/** What those say who study in the Academy; the same rules hold as in every room. */
export function AcademyChat() {
  const { t } = useTranslation("records");
  return (
    <section className={styles.chat} aria-label={t("academy.chat")}>
      <h2>{t("academy.chat")}</h2>
      <ChatPane rooms={[{ room: ACADEMY, label: t("academy.chat"), empty: t("academy.chatEmpty") }]} shown />
    </section>
  );
}
