import { ask } from "kafeneio-client";
import { useState } from "react";
import { addressOf } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { ButtonLink } from "../../parts/ButtonLink";
import { PaperPage } from "../records/PaperPage";
import { useForm } from "../welcome/useForm";
import styles from "./Account.module.css";

/** The link of a mail leads here: one press ends such mails, without a session. */
export default function EndMailsScreen() {
  const { t } = useTranslation("push");
  const says = useSays();
  const [done, setDone] = useState(false);
  const { refusal, busy, onSubmit } = useForm(async () => {
    await ask("POST /api/unsubscribe/{link}", { path: { link: decodeURIComponent(window.location.hash.slice(1)) } });
    setDone(true);
  });
  return (
    <PaperPage title={t("ended.title")} lead={t("ended.lead")}>
      {done ? (
        <p role="status">{t("ended.done")}</p>
      ) : (
        <form className={styles.row} onSubmit={onSubmit}>
          <Button kind="action" type="submit" busy={busy}>
            {t("ended.press")}
          </Button>
        </form>
      )}
      {refusal && <p role="alert">{says({ code: refusal.error, detail: refusal.detail })}</p>}
      <div className={styles.row}>
        <ButtonLink href={addressOf({ at: "account" })}>{t("ended.toAccount")}</ButtonLink>
      </div>
    </PaperPage>
  );
}
