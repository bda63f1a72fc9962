import { useRoom } from "../../app/context";
import { addressOf } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { ButtonLink } from "../../parts/ButtonLink";
import { useShownName } from "../../people/useShownName";
import { guestHere } from "../../state/guest";
import styles from "./GuestStart.module.css";

/** Shows a guest what an account brings, and that nothing is lost with it. Nothing for who has one. */
export function GuestBanner() {
  const { t } = useTranslation("guest");
  const { me } = useRoom();
  const shown = useShownName();
  if (!me.guest) return null;
  const kept = guestHere();
  return (
    <div className={styles.banner}>
      <p>
        <strong>{t("banner.title", { name: shown(me.name) })}</strong>
      </p>
      <p>{t("banner.text")}</p>
      {kept && <p className={styles.note}>{t("banner.kept", { count: kept.keepDays })}</p>}
      <ButtonLink href={addressOf({ at: "register" })}>{t("banner.action")}</ButtonLink>
    </div>
  );
}
