import { useState } from "react";
import { rest } from "kafeneio-client";
import { useApp, useClient } from "../../app/context";
import { useRequest } from "../../app/useRequest";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Dialog } from "../../parts/Dialog";
import { withProof } from "../../passkeys/proof";
import { PasswordField } from "../welcome/PasswordField";
import { useForm } from "../welcome/useForm";
import styles from "../welcome/WelcomeScreen.module.css";

/** Which field a refusal is about. */
const FIELDS: Readonly<Record<string, string>> = {
  password_wrong: "current",
  password_same: "new",
  password_weak: "new",
};

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [done, setDone] = useState(false);
  return (
    <Dialog title={t("password.title")} onClose={onClose}>
      {done ? <p role="status">{t("password.done")}</p> : <PasswordForm onDone={() => setDone(true)} />}
    </Dialog>
  );
}

/** An account that has none sets its first, after a passkey was shown. */
function PasswordForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const client = useClient();
  const says = useSays();
  const token = useApp((state) => state.token) ?? "";
  const access = useRequest(`access ${token}`, () => rest.access(token));
  const hasPassword = access.state !== "here" || access.value.password !== false;
  const { refusal, busy, onSubmit } = useForm(async ({ current = "", new: fresh = "" }) => {
    await withProof(token, () => client.changePassword(current, fresh));
    onDone();
  });
  const words = refusal && says({ code: refusal.error, detail: refusal.detail });
  const field = refusal && FIELDS[refusal.error];
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      {hasPassword && (
        <PasswordField
          name="current"
          label={t("password.current")}
          autoComplete="current-password"
          error={field === "current" ? words : null}
        />
      )}
      <PasswordField
        name="new"
        label={t("password.new")}
        autoComplete="new-password"
        hint={t("welcome.passwordHint")}
        error={field === "new" ? words : null}
        fresh
      />
      {words && !field && (
        <p className={styles.refusal} role="alert">
          {words}
        </p>
      )}
      <Button kind="action" size="large" type="submit" busy={busy}>
        {t(busy ? "welcome.working" : "password.save")}
      </Button>
    </form>
  );
}
