import { useId, useState } from "react";
import { addressOf } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import styles from "./TableLink.module.css";

/** The address of a table, to be sent to a friend: who opens it comes in or registers, and may choose a chair. */
export function TableLink({ table }: { table: string }) {
  const { t } = useTranslation("friends");
  const id = useId();
  const [copied, setCopied] = useState(false);
  const url = window.location.origin + addressOf({ at: "table", table });
  return (
    <div className={styles.link}>
      <label htmlFor={id}>{t("link.label")}</label>
      <div className={styles.row}>
        <input id={id} value={url} readOnly onFocus={(event) => event.target.select()} />
        <Button onClick={() => void send(url, t("link.message")).then(setCopied)}>{t("link.send")}</Button>
      </div>
      <p role="status" className={styles.note}>
        {copied ? t("link.copied") : t("link.hint")}
      </p>
    </div>
  );
}

/** Offers the link to the device's messengers, where it has that, else copies it; whether it was copied. */
async function send(url: string, text: string): Promise<boolean> {
  try {
    if (navigator.share) await navigator.share({ url, text });
    else await navigator.clipboard.writeText(url);
    return !navigator.share;
  } catch {
    return false; // the reader has thought better of it, or the browser forbids it: the link can still be marked
  }
}
