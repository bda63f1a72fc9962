import { useState } from "react";
import { rest } from "kafeneio-client";
import { useApp, useClient, useRoom } from "../../app/context";
import { goTo } from "../../app/pages";
import { useRequest } from "../../app/useRequest";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Dialog } from "../../parts/Dialog";
import { withProof } from "../../passkeys/proof";
import { isVisitor } from "../../state/visitors";
import { PasswordField } from "../welcome/PasswordField";
import { useForm } from "../welcome/useForm";
import styles from "./Account.module.css";

/** Leaving for good: said what it means, then the password, then done. */
export function ErasePart() {
  const { t } = useTranslation("account");
  const [asked, setAsked] = useState(false);
  return (
    <section className={styles.part} aria-labelledby="erase">
      <h2 id="erase">{t("erase.title")}</h2>
      <p className={styles.prose}>{t("erase.lead")}</p>
      <div className={styles.row}>
        <Button kind="danger" onClick={() => setAsked(true)}>
          {t("erase.begin")}
        </Button>
      </div>
      {asked && <Sure onClose={() => setAsked(false)} />}
    </section>
  );
}

function Sure({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("account");
  const client = useClient();
  const { me } = useRoom();
  const isResident = !me.guest && !isVisitor(me);
  const says = useSays();
  const token = useApp((state) => state.token) ?? "";
  const access = useRequest(`access ${token}`, async () => (isResident ? await rest.access(token) : null));
  const hasPassword = isResident && (access.state !== "here" || access.value?.password !== false);
  const { refusal, busy, onSubmit } = useForm(async ({ password = "" }) => {
    goTo({ at: "erased", receipt: await withProof(token, () => client.erase(password)) });
  });
  const words = refusal && says({ code: refusal.error, detail: refusal.detail });
  const wrong = refusal?.error === "password_wrong";
  return (
    <Dialog title={t("erase.title")} onClose={onClose}>
      <form className={styles.part} onSubmit={onSubmit}>
        <p>{t("erase.lead")}</p>
        {hasPassword && (
          <PasswordField label={t("erase.password")} autoComplete="current-password" error={wrong ? words : null} />
        )}
        {words && !wrong && <p role="alert">{words}</p>}
        <div className={styles.row}>
          <Button kind="danger" type="submit" busy={busy}>
            {t(busy ? "erase.working" : "erase.sure")}
          </Button>
          <Button onClick={onClose}>{t("erase.keep")}</Button>
        </div>
      </form>
    </Dialog>
  );
}
