import { useState } from "react";
import { ask, type Access, type ProviderLine } from "kafeneio-client";
import { goToProvider, useProviders } from "../../app/providers";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
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

/** The providers by which one's account is entered: added, removed. */
export function ProvidersPart({ token, access, onChange }: Props) {
  const { t } = useTranslation("providers");
  const says = useSays();
  const offered = useProviders();
  const [removing, setRemoving] = useState<ProviderLine | null>(null);
  const { refusal, busy, send } = useForm(() => Promise.resolve());
  const own = access.providers ?? [];
  const others = offered.filter(({ id }) => !own.some((each) => each.provider === id));
  if (own.length === 0 && others.length === 0) return null;
  const open = own.find((each) => each.open);
  const provesBy =
    access.password === false && !access.passkeys?.some((each) => !each.closed) && !access.proven && open;
  return (
    <section className={styles.card} aria-labelledby="providers">
      <h3 id="providers">{t("own.title")}</h3>
      <ul className={styles.lines}>
        {own.map((each) => (
          <Line key={each.provider} line={each} onRemove={() => setRemoving(each)} />
        ))}
      </ul>
      {refusal && <p role="alert">{says({ code: refusal.error, detail: refusal.detail })}</p>}
      {removing ? (
        <Removal
          {...{ token, access, removing }}
          onDone={() => {
            setRemoving(null);
            onChange();
          }}
          onStop={() => setRemoving(null)}
        />
      ) : (
        <div className={styles.row}>
          {others.map(({ id, name }) => (
            <Button key={id} busy={busy} onClick={() => void send(() => goToProvider(id, "link"))}>
              {t("own.add", { name })}
            </Button>
          ))}
          {provesBy && (
            <Button busy={busy} onClick={() => void send(() => goToProvider(provesBy.provider, "prove"))}>
              {t("own.prove", { name: provesBy.name })}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

function Line({ line, onRemove }: { line: ProviderLine; onRemove: () => void }) {
  const { t } = useTranslation("providers");
  const when = useWhen();
  const facts = [
    t("own.added", { when: when(line.added_at_ms) }),
    line.used_at_ms !== null && t("own.used", { when: when(line.used_at_ms) }),
    !line.open && t("own.closed"),
  ];
  return (
    <li className={styles.line}>
      <span>
        <strong>{line.name}</strong>
      </span>
      <span className={styles.hint}>{facts.filter(Boolean).join(" · ")}</span>
      <Button kind="plain" aria-label={t("own.removeOf", { name: line.name })} onClick={onRemove}>
        {t("own.remove")}
      </Button>
    </li>
  );
}

interface RemovalProps {
  token: string;
  access: Access;
  removing: ProviderLine;
  onDone: () => void;
  onStop: () => void;
}

function Removal({ token, access, removing, onDone, onStop }: RemovalProps) {
  const { t } = useTranslation("providers");
  const { t: own } = useTranslation("access");
  const says = useSays();
  const { refusal, busy, onSubmit } = useForm(async ({ password = "" }) => {
    const path = { provider: removing.provider };
    await withProof(token, () => ask("POST /api/me/providers/{provider}/removal", { token, path, body: { password } }));
    onDone();
  });
  return (
    <form onSubmit={onSubmit} className={styles.part}>
      <p>{t("own.sure", { name: removing.name })}</p>
      {access.password !== false && <PasswordField label={own("security.password")} autoComplete="current-password" />}
      {refusal && <p role="alert">{says({ code: refusal.error, detail: refusal.detail })}</p>}
      <div className={styles.row}>
        <Button kind="danger" type="submit" busy={busy}>
          {t("own.removeAction")}
        </Button>
        <Button onClick={onStop}>{own("security.cancel")}</Button>
      </div>
    </form>
  );
}
