import { ask, rest, type ProviderReturn } from "kafeneio-client";
import { useApp, useClient } from "../../app/context";
import { goTo } from "../../app/pages";
import { authenticators, useHasPasskeys } from "../../app/passkeys";
import { useRequest } from "../../app/useRequest";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { withProof } from "../../passkeys/proof";
import styles from "../account/Account.module.css";
import { PasswordField } from "../welcome/PasswordField";
import { useForm } from "../welcome/useForm";

/** Adds the provider to an account: to the one that is open here, or to one that is signed in to first. */
export function JoinPart({ found }: { found: ProviderReturn }) {
  const token = useApp((state) => (state.room !== null && !state.room.me.guest ? state.token : null));
  return token === null ? <OutsidePart found={found} /> : <InsidePart found={found} token={token} />;
}

async function join(token: string, ticket: string, password: string): Promise<void> {
  await withProof(token, () => ask("POST /api/me/providers", { token, body: { ticket, password } }));
  goTo({ at: "account" });
}

function InsidePart({ found, token }: { found: ProviderReturn; token: string }) {
  const { t } = useTranslation("providers");
  const { t: access } = useTranslation("access");
  const says = useSays();
  const own = useRequest(token, () => rest.access(token));
  const { refusal, busy, onSubmit } = useForm(({ password = "" }) => join(token, found.ticket, password));
  const asks = own.state === "here" && own.value.password !== false && own.value.proven !== true;
  return (
    <form className={styles.part} onSubmit={onSubmit}>
      <p>{t("join.inside", { name: found.name })}</p>
      {asks && <PasswordField label={access("security.password")} autoComplete="current-password" />}
      {refusal && <p role="alert">{says({ code: refusal.error, detail: refusal.detail })}</p>}
      <div className={styles.row}>
        <Button kind="action" type="submit" busy={busy || own.state === "waiting"}>
          {t("join.add", { name: found.name })}
        </Button>
        <Button onClick={() => goTo({ at: "account" })}>{access("security.cancel")}</Button>
      </div>
    </form>
  );
}

/** Who is not inside signs in with what the account has, and adds the provider with the same press. */
function OutsidePart({ found }: { found: ProviderReturn }) {
  const { t } = useTranslation("providers");
  const { t: access } = useTranslation("access");
  const { t: app } = useTranslation();
  const says = useSays();
  const client = useClient();
  const hasPasskeys = useHasPasskeys();
  const joinHere = (password: string) => join(client.store.getState().token ?? "", found.ticket, password);
  const { refusal, busy, onSubmit, send } = useForm(async ({ username = "", password = "", code = "" }) => {
    await client.login(username, password, code.trim());
    await joinHere(password);
  });
  const byPasskey = async () => {
    await client.signIn(await (await authenticators()).show());
    await joinHere("");
  };
  return (
    <form className={styles.part} onSubmit={onSubmit}>
      <p>{t(found.next === "join" ? "join.known" : "join.outside", { name: found.name, email: found.email })}</p>
      <Field label={app("welcome.usernameOrEmail")} name="username" autoComplete="username" required maxLength={254} />
      <PasswordField autoComplete="current-password" />
      {refusal?.error.startsWith("second_factor") && (
        <Field label={access("code")} name="code" autoComplete="one-time-code" required maxLength={20} />
      )}
      {refusal && <p role="alert">{says({ code: refusal.error, detail: refusal.detail })}</p>}
      <div className={styles.row}>
        <Button kind="action" type="submit" busy={busy}>
          {t("join.enterAndAdd", { name: found.name })}
        </Button>
        {hasPasskeys && (
          <Button busy={busy} onClick={() => void send(byPasskey)}>
            {access("passkey.signIn")}
          </Button>
        )}
      </div>
    </form>
  );
}
