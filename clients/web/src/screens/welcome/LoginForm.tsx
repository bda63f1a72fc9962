import { useState } from "react";
import { useClient } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { addressOf } from "../../app/pages";
import { Button } from "../../parts/Button";
import { ButtonLink } from "../../parts/ButtonLink";
import { Field } from "../../parts/Field";
import { isExcluded, ExclusionNotice } from "../conduct/ExclusionNotice";
import { PasswordField } from "./PasswordField";
import { useForm } from "./useForm";
import styles from "./WelcomeScreen.module.css";

export function LoginForm() {
  const { t } = useTranslation();
  const { t: access } = useTranslation("access");
  const client = useClient();
  const says = useSays();
  const [tried, setTried] = useState({ name: "", password: "" });
  const { refusal, busy, onSubmit } = useForm(({ username = "", password = "", code = "" }) => {
    setTried({ name: username, password });
    return client.login(username, password, code.trim());
  });
  const asksCode = refusal !== null && refusal.error.startsWith("second_factor");
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <Field label={t("welcome.usernameOrEmail")} name="username" autoComplete="username" required maxLength={254} />
      <PasswordField autoComplete="current-password" />
      {asksCode && <Field label={access("code")} name="code" autoComplete="one-time-code" required maxLength={20} />}
      {refusal && isExcluded(refusal) && <ExclusionNotice refused={refusal} {...tried} />}
      {refusal && !isExcluded(refusal) && (
        <p className={styles.refusal} role="alert">
          {says({ code: refusal.error, detail: refusal.detail })}
        </p>
      )}
      <Button kind="action" size="large" type="submit" busy={busy}>
        {t(busy ? "welcome.working" : "welcome.loginAction")}
      </Button>
      <ButtonLink kind="plain" href={addressOf({ at: "forgotten" })}>
        {access("forgottenLink")}
      </ButtonLink>
    </form>
  );
}
