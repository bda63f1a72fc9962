import { useState } from "react";
import { ask, type Access, type PasskeyLine } from "kafeneio-client";
import { authenticators, useHasPasskeys } from "../../app/passkeys";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { withProof } from "../../passkeys/proof";
import styles from "../account/Account.module.css";
import { useWhen } from "../records/useWhen";
import { PasswordField } from "../welcome/PasswordField";
import { useForm } from "../welcome/useForm";

interface Props {
  token: string;
  access: Access;
  onChange: () => void;
}
type Doing = { what: "rest" | "add" } | { what: "rename" | "remove"; passkey: PasskeyLine };
const REST: Doing = { what: "rest" };

/** One's passkeys: added, named, removed. */
export function PasskeysPart({ token, access, onChange }: Props) {
  const { t } = useTranslation("passkeys");
  const hasPasskeys = useHasPasskeys();
  const [doing, setDoing] = useState<Doing>(REST);
  const done = () => {
    setDoing(REST);
    onChange();
  };
  if (access.passkeys?.length === 0 && !hasPasskeys) return null;
  return (
    <section className={styles.card} aria-labelledby="passkeys">
      <h3 id="passkeys">{t("title")}</h3>
      <p className={styles.prose}>{t("lead")}</p>
      {isAtRisk(access) && <p role="status">{t("atRisk")}</p>}
      <ul className={styles.lines}>
        {access.passkeys?.map((each, at) => (
          <Line key={each.id} passkey={each} number={at + 1} onDo={(what) => setDoing({ what, passkey: each })} />
        ))}
      </ul>
      {doing.what === "rest" ? (
        hasPasskeys && (
          <div className={styles.row}>
            <Button onClick={() => setDoing({ what: "add" })}>{t("add")}</Button>
          </div>
        )
      ) : (
        <Deed token={token} access={access} doing={doing} onDone={done} onStop={() => setDoing(REST)} />
      )}
    </section>
  );
}

/** Whether one lost device would be a lost account. */
function isAtRisk({ password, passkeys = [], email_confirmed_at_ms: confirmed, mail }: Access): boolean {
  const open = passkeys.filter((each) => !each.closed).length;
  return password === false && open < 2 && !(mail && confirmed !== null);
}

function Line({
  passkey,
  number,
  onDo,
}: {
  passkey: PasskeyLine;
  number: number;
  onDo: (what: "rename" | "remove") => void;
}) {
  const { t } = useTranslation("passkeys");
  const when = useWhen();
  const name = passkey.name || t("unnamed", { number });
  return (
    <li className={styles.line}>
      <span>
        <strong>{name}</strong>
      </span>
      <span className={styles.hint}>
        {[
          t("added", { when: when(passkey.added_at_ms) }),
          passkey.used_at_ms !== null && t("used", { when: when(passkey.used_at_ms) }),
          passkey.synced && t("synced"),
          passkey.closed && t("closed"),
        ]
          .filter(Boolean)
          .join(" · ")}
      </span>
      <span className={styles.row}>
        <Button kind="plain" aria-label={t("renameOf", { name })} onClick={() => onDo("rename")}>
          {t("rename")}
        </Button>
        <Button kind="plain" aria-label={t("removeOf", { name })} onClick={() => onDo("remove")}>
          {t("remove")}
        </Button>
      </span>
    </li>
  );
}

interface DeedProps {
  token: string;
  access: Access;
  doing: Exclude<Doing, { what: "rest" }> | Doing;
  onDone: () => void;
  onStop: () => void;
}

/** The one thing that is being done: it asks for the password where the account has one and no passkey was shown. */
function Deed({ token, access, doing, onDone, onStop }: DeedProps) {
  const { t } = useTranslation("passkeys");
  const { t: own } = useTranslation("access");
  const says = useSays();
  const { refusal, busy, onSubmit } = useForm(async ({ name = "", password = "" }) => {
    await act(token, doing, name, password);
    onDone();
  });
  const asksPassword = doing.what !== "rename" && access.password !== false;
  return (
    <form onSubmit={onSubmit} className={styles.part}>
      {doing.what !== "remove" && (
        <Field
          label={t("name")}
          hint={t("nameHint")}
          name="name"
          maxLength={40}
          defaultValue={doing.what === "rename" ? doing.passkey.name : ""}
        />
      )}
      {doing.what === "remove" && <p>{t("sure", { name: doing.passkey.name || t("title") })}</p>}
      {asksPassword && <PasswordField label={own("security.password")} autoComplete="current-password" />}
      {refusal && <p role="alert">{says({ code: refusal.error, detail: refusal.detail })}</p>}
      <div className={styles.row}>
        <Button kind={doing.what === "remove" ? "danger" : "action"} type="submit" busy={busy}>
          {t(doing.what === "add" ? "addAction" : doing.what === "rename" ? "renameAction" : "removeAction")}
        </Button>
        <Button onClick={onStop}>{own("security.cancel")}</Button>
      </div>
    </form>
  );
}

async function act(token: string, doing: Doing, name: string, password: string): Promise<void> {
  if (doing.what === "add") {
    const { addTo } = await authenticators();
    await withProof(token, () => addTo(token, password, name));
  } else if (doing.what === "rename") {
    const path = { passkey: doing.passkey.id };
    await ask("POST /api/me/passkeys/{passkey}/name", { token, path, body: { name } });
  } else if (doing.what === "remove") {
    const path = { passkey: doing.passkey.id };
    await withProof(token, () => ask("POST /api/me/passkeys/{passkey}/removal", { token, path, body: { password } }));
  }
}
