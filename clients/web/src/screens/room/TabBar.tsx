import { useRoom } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { Icon, type IconName } from "../../parts/Icon";
import { isJoinable, myTable } from "../../state/lists";
import styles from "./TabBar.module.css";

export type Tab = "tables" | "now" | "people";

/** The three parts of the room on a phone, under one thumb. */
export function TabBar({ tab, onTab }: { tab: Tab; onTab: (tab: Tab) => void }) {
  const { t } = useTranslation();
  const room = useRoom();
  const joinable = [...room.tables.values()].filter(isJoinable).length;
  const unread = Object.values(room.unread).reduce((sum, count) => sum + count, 0);
  const waiting = room.invitations.size + (myTable(room) ? 1 : 0);
  const tabs: [Tab, IconName, number][] = [
    ["tables", "tables", joinable],
    ["now", "now", waiting],
    ["people", "people", tab === "people" ? 0 : unread],
  ];
  return (
    <nav className={styles.bar} aria-label={t("room.tabs.label")}>
      {tabs.map(([name, icon, count]) => (
        <button key={name} type="button" aria-current={tab === name ? "page" : undefined} onClick={() => onTab(name)}>
          <span className={styles.icon}>
            <Icon name={icon} size={24} />
            {count > 0 && (
              <span className={`${styles.badge} num`}>
                <span aria-hidden="true">{count > 99 ? "99+" : count}</span>
                <span className="sr">{t("room.badge", { count })}</span>
              </span>
            )}
          </span>
          {t(`room.tabs.${name}`)}
        </button>
      ))}
    </nav>
  );
}
