import { useRoom } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { Logo } from "../../parts/Logo";
import { useShownName } from "../../people/useShownName";
import { AccountMenu } from "./AccountMenu";
import { OwnFigures } from "./OwnFigures";
import { PresentLine } from "./PresentLine";
import styles from "./Header.module.css";

/** Who is here and how much is on; one's own chips and rating; the account. */
export function Header() {
  const { t } = useTranslation();
  const { me, counts } = useRoom();
  const shown = useShownName();
  return (
    <header className={styles.header}>
      <Logo />
      <div className={styles.welcome}>
        <h1>{t("room.hello", { name: shown(me.name) })}</h1>
        <p className="num">{counts && <PresentLine counts={counts} />}</p>
      </div>
      <OwnFigures />
      <AccountMenu />
    </header>
  );
}
