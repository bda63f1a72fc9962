import { type AllowedLine, ask, type Programs } from "kafeneio-client";
import type { Resource } from "../../app/useResource";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import styles from "../account/Account.module.css";
import { useWhen } from "../records/useWhen";

/** What one has allowed programs of others, ended by one press. */
export function AllowedPart({ token, programs }: { token: string; programs: Resource<Programs> }) {
  const { t } = useTranslation("programs");
  const { value, busy, act } = programs;
  const end = (program: string) =>
    void act(() => ask("DELETE /api/me/programs/{program}/allowance", { token, path: { program } }));
  return (
    <section className={styles.part} aria-labelledby="allowed">
      <h3 id="allowed">{t("allowed.title")}</h3>
      <p className={styles.prose}>{t("allowed.lead")}</p>
      {value?.allowed.length === 0 && <p className={styles.hint}>{t("allowed.none")}</p>}
      <ul className={styles.lines}>
        {value?.allowed.map((each) => (
          <Line key={each.program} line={each} busy={busy} onEnd={() => end(each.program)} />
        ))}
      </ul>
    </section>
  );
}

function Line({ line, busy, onEnd }: { line: AllowedLine; busy: boolean; onEnd: () => void }) {
  const { t } = useTranslation("programs");
  const when = useWhen();
  const used = line.used_at_ms ?? null;
  return (
    <li className={styles.line}>
      <strong>{line.name}</strong>
      <span>{line.scopes.map((each) => t(`scopes.${each}`)).join(" · ")}</span>
      <span className={styles.hint}>
        {[
          ...(line.owner ? [t("allowed.by", { owner: line.owner })] : []),
          t("allowed.since", { when: when(line.allowed_at_ms) }),
          used === null ? t("unused") : t("used", { when: when(used) }),
        ].join(" · ")}
      </span>
      <span className={styles.row}>
        <Button kind="plain" busy={busy} aria-label={t("allowed.endOf", { name: line.name })} onClick={onEnd}>
          {t("allowed.end")}
        </Button>
      </span>
    </li>
  );
}
