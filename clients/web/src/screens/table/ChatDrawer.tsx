import type { TableView } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { IconButton } from "../../parts/IconButton";
import { useLayer } from "../../parts/layers";
import { ChatPane } from "../chat/ChatPane";
import styles from "./ChatDrawer.module.css";
import { chatRoomOf } from "./chatRoomOf";

export function ChatDrawer({ view, onClose }: { view: TableView; onClose: () => void }) {
  const { t } = useTranslation();
  useLayer(onClose);
  const label = t(view.you === null ? "chat.spectators" : "chat.table");
  return (
    <aside className={styles.drawer} aria-label={label} data-chat>
      <header className={styles.head}>
        <h2>{label}</h2>
        <IconButton icon="close" label={t("common.close")} onClick={onClose} />
      </header>
      <ChatPane rooms={[{ room: chatRoomOf(view), label, empty: t("chat.emptyTable") }]} shown />
    </aside>
  );
}
