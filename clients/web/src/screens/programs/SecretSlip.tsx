import { useState } from "react";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import styles from "../account/Account.module.css";

interface Props {
  secret: string;
  /** What to do with it, and what it is called; a token's, if nothing else is said. */
  lead?: string;
  label?: string;
  onDone: () => void;
}

/** A new secret, which is shown this once. */
export function SecretSlip({ secret, lead, label, onDone }: Props) {
  const { t } = useTranslation("programs");
  const [copied, setCopied] = useState(false);
  const copy = () =>
    void navigator.clipboard?.writeText(secret).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <div className={styles.card}>
      <p role="status">{lead ?? t("secretLead")}</p>
      <Field
        label={label ?? t("secret")}
        readOnly
        value={secret}
        size={48}
        onFocus={(event) => event.target.select()}
      />
      <div className={styles.row}>
        <Button onClick={copy}>{t(copied ? "copied" : "copy")}</Button>
        <Button kind="action" onClick={onDone}>
          {t("done")}
        </Button>
      </div>
    </div>
  );
}
