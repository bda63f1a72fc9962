import { useRoom } from "../../app/context";
import { addressOf } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { ButtonLink } from "../../parts/ButtonLink";
import styles from "./Account.module.css";

/** Says in the room that there is a version of the terms which one has not read yet. */
export function TermsNotice() {
  const { t } = useTranslation("terms");
  const { terms, termsAccepted } = useRoom();
  if (termsAccepted >= terms) return null;
  return (
    <div className={styles.card} role="status">
      <p>
        <strong>{t("notice", { version: terms })}</strong>
      </p>
      <ButtonLink href={addressOf({ at: "terms" })}>{t("read")}</ButtonLink>
    </div>
  );
}
