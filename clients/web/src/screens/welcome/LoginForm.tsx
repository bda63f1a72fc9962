import { useEffect, useRef, useState } from "react";
import type { PasskeyShown } from "kafeneio-client";
import { useClient } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { addressOf } from "../../app/pages";
import { authenticators, useHasPasskeys } from "../../app/passkeys";
import { Button } from "../../parts/Button";
import { ButtonLink } from "../../parts/ButtonLink";
import { Field } from "../../parts/Field";
import { isExcluded, ExclusionNotice } from "../conduct/ExclusionNotice";
import { PasswordField } from "./PasswordField";
import { ProviderButtons } from "./ProviderButtons";
import { useForm } from "./useForm";
import styles from "./WelcomeScreen.module.css";

export function LoginForm() {
  const { t } = useTranslation();
  const { t: access } = useTranslation("access");
  const client = useClient();
  const says = useSays();
  const [tried, setTried] = useState<{ name: string; password: string; byPasskey?: boolean }>({
    name: "",
    password: "",
  });
  const { refusal, busy, onSubmit, send } = useForm(({ username = "", password = "", code = "" }) => {
    setTried({ name: username, password });
    return client.login(username, password, code.trim());
  });
  const byPasskey = (shown: () => Promise<PasskeyShown>) => {
    setTried({ name: "", password: "", byPasskey: true });
    return send(async () => client.signIn(await shown()));
  };
  const hasPasskeys = useHasPasskeys();
  useOfferInField(hasPasskeys, (passkey) => void byPasskey(() => Promise.resolve(passkey)));
  const asksCode = refusal !== null && refusal.error.startsWith("second_factor");
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (asksCode) form.current?.querySelector<HTMLElement>("[name=code]")?.focus();
  }, [asksCode]);
  return (
    <form ref={form} className={styles.form} onSubmit={onSubmit}>
      <Field
        label={t("welcome.usernameOrEmail")}
        name="username"
        autoComplete={hasPasskeys ? "username webauthn" : "username"}
        required
        maxLength={254}
      />
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
      {hasPasskeys && (
        <Button size="large" busy={busy} onClick={() => void byPasskey(async () => (await authenticators()).show())}>
          {access("passkey.signIn")}
        </Button>
      )}
      <ProviderButtons />
      <ButtonLink kind="plain" href={addressOf({ at: "forgotten" })}>
        {access("forgottenLink")}
      </ButtonLink>
    </form>
  );
}

/** Offers passkeys in the field of the name where the browser can; nothing is loaded where it cannot. */
function useOfferInField(hasPasskeys: boolean, chosen: (passkey: PasskeyShown) => void): void {
  useEffect(() => {
    const ended = new AbortController();
    const offer = async () => {
      if (!hasPasskeys || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
      if (!ended.signal.aborted) await (await authenticators()).offerInField(ended.signal, chosen);
    };
    void offer();
    return () => ended.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- offered once, for as long as the form is there
  }, [hasPasskeys]);
}
