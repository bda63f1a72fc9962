import { useState } from "react";
import { useClient } from "../../app/context";
import { rest, type Access, type MailSent, type SessionLine } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import styles from "../account/Account.module.css";
import { useResource } from "../../app/useResource";
import { useWhen } from "../records/useWhen";
import { PasswordField } from "../welcome/PasswordField";
import { useForm } from "../welcome/useForm";
import { withProof } from "../../passkeys/proof";
import { FactorPart } from "./FactorPart";
import { PasskeysPart } from "./PasskeysPart";
import { ProvidersPart } from "../providers/ProvidersPart";
import { SentNote } from "./SentNote";

/** How one's account is got into: the address, the second factor, the last sessions. */
export function SecurityPart({ token }: { token: string }) {
  const { t } = useTranslation("access");
  const says = useSays();
  const { value, refused, act } = useResource<Access>(() => rest.access(token));
  const again = () =>
    void act(
      () => rest.access(token),
      (found) => found,
    );
  return (
    <section className={styles.part} aria-labelledby="security">
      <h2 id="security">{t("security.title")}</h2>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {value && (
        <>
          <EmailPart token={token} access={value} />
          <PasskeysPart token={token} access={value} onChange={again} />
          <ProvidersPart token={token} access={value} onChange={again} />
          <FactorPart token={token} access={value} onChange={again} />
          <SessionsPart token={token} sessions={value.sessions} />
        </>
      )}
    </section>
  );
}

function EmailPart({ token, access }: { token: string; access: Access }) {
  const { t } = useTranslation("access");
  const says = useSays();
  const when = useWhen();
  const [sent, setSent] = useState<MailSent | null>(null);
  const [changing, setChanging] = useState(false);
  const { refusal, busy, onSubmit } = useForm(async (fields) => {
    const { email = "", password = "" } = fields;
    const change = () => rest.changeEmail(token, { email, password });
    setSent(await (changing ? withProof(token, change) : rest.askConfirmation(token)));
    setChanging(false);
  });
  const at = access.email_confirmed_at_ms;
  return (
    <form className={styles.card} onSubmit={onSubmit}>
      <p>
        <strong>{access.email || t("passkey.noEmail")}</strong>{" "}
        {access.mail &&
          access.email &&
          (at === null ? t("security.unconfirmed") : t("security.confirmed", { when: when(at) }))}
      </p>
      {changing && (
        <>
          <Field
            label={t("security.newEmail")}
            name="email"
            type="email"
            autoComplete="email"
            required
            maxLength={254}
          />
          {access.password !== false && (
            <PasswordField label={t("security.password")} autoComplete="current-password" />
          )}
        </>
      )}
      {refusal && <p role="alert">{says({ code: refusal.error, detail: refusal.detail })}</p>}
      {sent && <SentNote sent={sent}>{t("security.mailSent")}</SentNote>}
      {access.mail && (
        <div className={styles.row}>
          {(changing || (at === null && access.email)) && (
            <Button type="submit" busy={busy}>
              {t(changing ? "security.changeSend" : "security.confirm")}
            </Button>
          )}
          <Button onClick={() => setChanging(!changing)}>{t(changing ? "security.cancel" : "security.change")}</Button>
        </div>
      )}
    </form>
  );
}

function SessionsPart({ token, sessions }: { token: string; sessions: readonly SessionLine[] }) {
  const { t } = useTranslation("access");
  const client = useClient();
  const when = useWhen();
  const end = () =>
    void rest.endSessions(token).then(
      () => client.logout(),
      () => client.logout(),
    );
  const networkWords = (network: string) =>
    network.startsWith("127.") || network === "::1" || network === "::/48"
      ? t("sessions.sameComputer")
      : t("sessions.network", { begin: network.replace(/(\.0|:)?\/\d+$/, "") });
  return (
    <>
      <h3>{t("sessions.title")}</h3>
      <ul className={styles.lines}>
        {sessions.map((line) => (
          <li key={line.began_at_ms} className={styles.line}>
            <span>
              {when(line.began_at_ms)},{" "}
              {line.ended_at_ms === null ? t("sessions.now") : t("sessions.until", { when: when(line.ended_at_ms) })}
            </span>
            <span className={styles.hint}>
              {[
                line.here && t("sessions.here"),
                line.this_device && t("sessions.thisDevice"),
                line.network !== "" && networkWords(line.network),
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.hint}>{t("sessions.endLead")}</p>
      <div className={styles.row}>
        <Button kind="danger" onClick={end}>
          {t("sessions.end")}
        </Button>
      </div>
    </>
  );
}
