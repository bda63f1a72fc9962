import { useId, useState } from "react";
import { addressOf } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { ButtonLink } from "../../parts/ButtonLink";
import styles from "./Calls.module.css";

/** The link of an invitation: into the device's messengers where it has that, into two of them by name, or copied. */
export function ShareLink({ call, message }: { call: string; message: string }) {
  const { t } = useTranslation("calls");
  const id = useId();
  const [copied, setCopied] = useState(false);
  const url = window.location.origin + addressOf({ at: "call", call });
  const text = encodeURIComponent(`${message}: ${url}`);
  const share = () => void navigator.share({ url, text: message }).catch(() => undefined); // thought better of
  const copy = () =>
    void navigator.clipboard?.writeText(url).then(
      () => setCopied(true),
      () => undefined, // forbidden here: the link can still be marked
    );
  return (
    <div className={styles.link}>
      <label htmlFor={id}>{t("link")}</label>
      <input id={id} value={url} readOnly onFocus={(event) => event.target.select()} />
      <div className={styles.row}>
        {"share" in navigator && (
          <Button kind="action" onClick={share}>
            {t("share")}
          </Button>
        )}
        <Button onClick={copy}>{t("copy")}</Button>
        <ButtonLink href={`viber://forward?text=${text}`}>Viber</ButtonLink>
        <ButtonLink href={`https://wa.me/?text=${text}`} target="_blank" rel="noreferrer">
          WhatsApp
        </ButtonLink>
      </div>
      <p role="status" className={styles.note}>
        {copied ? t("copied") : t("hint")}
      </p>
    </div>
  );
}
