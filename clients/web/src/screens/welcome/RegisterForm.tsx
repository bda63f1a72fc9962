import { type FormEvent, useState } from "react";
import { useClient } from "../../app/context";
import { addressOf, goTo, readPage } from "../../app/pages";
import { authenticators, useHasPasskeys } from "../../app/passkeys";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { rest, type ProviderReturn } from "kafeneio-client";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { PasswordField } from "./PasswordField";
import { ProviderButtons } from "./ProviderButtons";
import { invitation } from "../../state/invitation";
import { useRequest } from "../../app/useRequest";
import { useForm } from "./useForm";
import styles from "./WelcomeScreen.module.css";

/** The latest day that the field takes; the server says who is old enough. */
const TODAY = new Date().toISOString().slice(0, 10);

/** Which field a refusal is about. */
const FIELDS: Readonly<Record<string, string>> = {
  username_invalid: "username",
  username_taken: "username",
  email_invalid: "email",
  email_taken: "email",
  password_weak: "password",
  birth_date_invalid: "birth_date",
  underage: "birth_date",
};

/** `recognised`: a provider knows who it is, so that neither a password nor a passkey is needed. */
export function RegisterForm({ recognised = null }: { recognised?: ProviderReturn | null }) {
  const { t } = useTranslation();
  const hasPasskeys = useHasPasskeys();
  const [byPasskey, setByPasskey] = useState(false);
  const says = useSays();
  const version = usePostedTerms();
  const { refusal, busy, onSubmit } = useRegistration(version, byPasskey, recognised);
  const { missing, check } = useMissing(onSubmit);
  const words = refusal && says({ code: refusal.error, detail: refusal.detail });
  const field = refusal && FIELDS[refusal.error];
  const errorOf = (name: string) => {
    if (field === name) return words;
    const code = missing.find((each) => FIELDS[each] === name);
    return code ? says({ code }) : null;
  };
  return (
    <form className={styles.form} onSubmit={check} noValidate>
      <Invited />
      <Field
        label={t("welcome.username")}
        hint={t("welcome.usernameHint")}
        error={errorOf("username")}
        name="username"
        autoComplete="username"
        required
        minLength={3}
        maxLength={20}
      />
      {recognised ? (
        <OwnAddress recognised={recognised} error={errorOf("email")} />
      ) : (
        !byPasskey && <ByPassword errorOf={errorOf} />
      )}
      <Field
        label={t("welcome.birthDate")}
        hint={t("welcome.birthDateHint")}
        error={errorOf("birth_date")}
        name="birth_date"
        type="date"
        min="1900-01-01"
        max={TODAY}
        autoComplete="bday"
        required
      />
      {words && !field && (
        <p className={styles.refusal} role="alert">
          {words}
        </p>
      )}
      <Consent version={version} />
      <Ways byPasskey={byPasskey} hasPasskeys={hasPasskeys && !recognised} busy={busy} onChange={setByPasskey} />
      {!recognised && <ProviderButtons />}
    </form>
  );
}

/** The address that the provider has named, which may be another one or none. */
function OwnAddress({ recognised, error }: { recognised: ProviderReturn; error: string | null }) {
  const { t } = useTranslation();
  const { t: access } = useTranslation("access");
  return (
    <Field
      label={t("welcome.email")}
      hint={access("provider.emailHint")}
      error={error}
      name="email"
      type="email"
      autoComplete="email"
      defaultValue={recognised.email}
      maxLength={254}
    />
  );
}

function ByPassword({ errorOf }: { errorOf: (name: string) => string | null }) {
  const { t } = useTranslation();
  return (
    <>
      <Field
        label={t("welcome.email")}
        hint={t("welcome.emailHint")}
        error={errorOf("email")}
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
      />
      <PasswordField autoComplete="new-password" hint={t("welcome.passwordHint")} error={errorOf("password")} fresh />
    </>
  );
}

/** Sends the form, or turns to the other way of registering where there are passkeys. */
function Ways({
  byPasskey,
  hasPasskeys,
  busy,
  onChange,
}: {
  byPasskey: boolean;
  hasPasskeys: boolean;
  busy: boolean;
  onChange: (byPasskey: boolean) => void;
}) {
  const { t } = useTranslation();
  const { t: access } = useTranslation("access");
  const action = byPasskey ? access("passkey.register") : t("welcome.registerAction");
  return (
    <>
      <Button kind="action" size="large" type="submit" busy={busy}>
        {busy ? t("welcome.working") : action}
      </Button>
      {hasPasskeys && (
        <Button kind="plain" onClick={() => onChange(!byPasskey)}>
          {access(byPasskey ? "passkey.withPassword" : "passkey.register")}
        </Button>
      )}
    </>
  );
}

/** Sends a form in which nothing is missing; else keeps the codes of what is. */
function useMissing(send: (event: FormEvent<HTMLFormElement>) => void) {
  const [missing, setMissing] = useState<readonly string[]>([]);
  const check = (event: FormEvent<HTMLFormElement>) => {
    const found = codesOf(event.currentTarget);
    setMissing(found);
    if (found.length > 0) event.preventDefault();
    else send(event);
  };
  return { missing, check };
}

/** What the page sees without asking, as codes of the server: all of it is said at once, in the page's language. */
function codesOf(form: HTMLFormElement): string[] {
  const codes = {
    username: "username_invalid",
    email: "email_invalid",
    password: "password_weak",
    birth_date: "birth_date_invalid",
  };
  return Object.entries(codes).flatMap(([name, code]) => {
    const input = form.elements.namedItem(name);
    return input instanceof HTMLInputElement && !input.validity.valid ? [code] : [];
  });
}

/** Who came by an invitation's link brings its code along. */
function useRegistration(version: number | null, byPasskey: boolean, recognised: ProviderReturn | null) {
  const { language } = useTranslation();
  const client = useClient();
  return useForm(async ({ username = "", email = "", password = "", birth_date: birthDate = "" }) => {
    const form = { username, birth_date: birthDate, terms: version };
    const way = recognised
      ? { email, ticket: recognised.ticket }
      : byPasskey
        ? { passkey: await (await authenticators()).makeForRegistration(form) }
        : { email, password };
    await client.register({
      ...form,
      ...way,
      language,
      ...invitation(),
    });
    const page = readPage(window.location.pathname);
    if (page?.at === "register" || recognised) goTo(null);
  });
}

/** The version that is posted; null while it is not known: then the platform keeps the one it has. */
function usePostedTerms(): number | null {
  const asked = useRequest("terms", () => rest.terms());
  return asked.state === "here" ? asked.value.version : null;
}

function Consent({ version }: { version: number | null }) {
  const { t } = useTranslation("door");
  return (
    <p className={styles.note}>
      {t("consent")}{" "}
      <a href={addressOf({ at: "terms" })} target="_blank" rel="noreferrer">
        {version === null ? t("consentLinkPlain") : t("consentLink", { version })}
      </a>
      .
    </p>
  );
}

function Invited() {
  const { t } = useTranslation("door");
  return invitation() && <p>{t("invited")}</p>;
}
