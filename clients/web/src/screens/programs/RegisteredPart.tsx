import { useState } from "react";
import { ask, type NewProgram, type ProgramLine, type Programs } from "kafeneio-client";
import type { Resource } from "../../app/useResource";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { Switch } from "../../parts/Switch";
import styles from "../account/Account.module.css";
import { useForm } from "../welcome/useForm";
import { SecretSlip } from "./SecretSlip";

type Doing = { what: "rest" } | { what: "make" } | { what: "show"; secret: string };
const REST: Doing = { what: "rest" };

/** The programs that one has registered, for others to allow: made, their secret shown once, removed. */
export function RegisteredPart({ token, programs }: { token: string; programs: Resource<Programs> }) {
  const { t } = useTranslation("programs");
  const says = useSays();
  const [doing, setDoing] = useState<Doing>(REST);
  const { value, refused, busy, act } = programs;
  const remove = (program: string) =>
    void act(() => ask("DELETE /api/me/programs/{program}", { token, path: { program } }));
  const made = ({ secret = null }: NewProgram) => {
    setDoing(secret === null ? REST : { what: "show", secret });
    void act(
      () => ask("GET /api/me/programs", { token }),
      (listed) => listed,
    );
  };
  return (
    <section className={styles.part} aria-labelledby="registered">
      <h3 id="registered">{t("own.title")}</h3>
      <p className={styles.prose}>{t("own.lead")}</p>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {value?.registered.length === 0 && doing.what === "rest" && <p className={styles.hint}>{t("own.none")}</p>}
      <ul className={styles.lines}>
        {value?.registered.map((each) => (
          <Line key={each.program} line={each} busy={busy} onRemove={() => remove(each.program)} />
        ))}
      </ul>
      {doing.what === "show" && (
        <SecretSlip
          secret={doing.secret}
          lead={t("own.secretLead")}
          label={t("own.clientSecret")}
          onDone={() => setDoing(REST)}
        />
      )}
      {doing.what === "make" && <ProgramForm token={token} onMade={made} onStop={() => setDoing(REST)} />}
      {value && doing.what === "rest" && (
        <div className={styles.row}>
          <Button onClick={() => setDoing({ what: "make" })}>{t("own.new")}</Button>
        </div>
      )}
    </section>
  );
}

function Line({ line, busy, onRemove }: { line: ProgramLine; busy: boolean; onRemove: () => void }) {
  const { t } = useTranslation("programs");
  return (
    <li className={styles.line}>
      <strong>{line.name}</strong>
      <code>{t("own.id", { id: line.program })}</code>
      <span className={styles.hint}>
        {[line.homepage, t("own.to", { redirects: line.redirects.join(", ") })].join(" · ")}
      </span>
      <span className={styles.row}>
        <Button kind="plain" busy={busy} aria-label={t("own.removeOf", { name: line.name })} onClick={onRemove}>
          {t("own.remove")}
        </Button>
      </span>
    </li>
  );
}

interface FormProps {
  token: string;
  onMade: (made: NewProgram) => void;
  onStop: () => void;
}

/** What a new program is called, and where it is answered. */
function ProgramForm({ token, onMade, onStop }: FormProps) {
  const { t } = useTranslation("programs");
  const { t: own } = useTranslation("access");
  const says = useSays();
  const [secret, setSecret] = useState(false);
  const { refusal, busy, onSubmit } = useForm(async ({ name = "", homepage = "", redirects = "" }) => {
    const body = { name, homepage, redirects: redirects.split(/\s+/).filter(Boolean), secret };
    onMade(await ask("POST /api/me/programs", { token, body }));
  });
  return (
    <form onSubmit={onSubmit} className={styles.card}>
      <div className={styles.wide}>
        <Field label={t("own.name")} name="name" required maxLength={40} />
        <Field label={t("own.homepage")} name="homepage" type="url" required maxLength={300} placeholder="https://" />
        <Field label={t("own.redirects")} hint={t("own.redirectsHint")} name="redirects" required maxLength={1500} />
      </div>
      <Switch label={t("own.secret")} on={secret} onChange={setSecret} />
      {refusal && <p role="alert">{says({ code: refusal.error, detail: refusal.detail })}</p>}
      <div className={styles.row}>
        <Button kind="action" type="submit" busy={busy}>
          {t("own.register")}
        </Button>
        <Button onClick={onStop}>{own("security.cancel")}</Button>
      </div>
    </form>
  );
}
