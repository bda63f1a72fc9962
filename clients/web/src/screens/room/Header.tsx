import { useRoom } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { Logo } from "../../parts/Logo";
import { presentIn } from "../../state/room";
import { AccountMenu } from "./AccountMenu";
import { OwnFigures } from "./OwnFigures";
import styles from "./Header.module.css";

/** Who is here and how much is on; one's own chips and rating; the account. */
export function Header() {
  const { t } = useTranslation();
  const room = useRoom();
  const { me, tables } = room;
  const running = [...tables.values()].filter((line) => line.state === "started").length;
  return (
    <header className={styles.header}>
      <Logo />
      <div className={styles.welcome}>
        <h1>{t("room.hello", { name: me.name })}</h1>
        <p className="num">
          {t("room.playersHere", { count: presentIn(room) })} · {t("room.matchesOn", { count: running })}
        </p>
      </div>
      <OwnFigures />
      <AccountMenu />
    </header>
  );
}
