import { useEffect, useState } from "react";
import type { AuditCheck, AuditEntry } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { refusal } from "../../app/useRequest";
import { useWhen } from "../records/useWhen";
import styles from "./Staff.module.css";
import { staffRest } from "./staffRest";
import { useAuditWords } from "./useAuditWords";
import { useToken } from "./useStaff";

/** The audit log, newest first, and the check of its chain. */
export function AuditPart() {
  const { t } = useTranslation("staff");
  const says = useSays();
  const token = useToken();
  const [held, setHeld] = useState<{ entries: AuditEntry[]; next: number | null; refused: string | null }>({
    entries: [],
    next: null,
    refused: null,
  });
  const [check, setCheck] = useState<AuditCheck | null>(null);
  const failed = (error: unknown) => setHeld((before) => ({ ...before, refused: refusal(error).code }));
  const load = (before: number | null) => {
    staffRest.audit(token, before).then(
      (page) =>
        setHeld((known) => ({
          entries: before === null ? page.entries : [...known.entries, ...page.entries],
          next: page.next_before,
          refused: null,
        })),
      failed,
    );
  };
  useEffect(() => {
    load(null);
    // oxlint-disable-next-line react/exhaustive-deps -- once a session
  }, [token]);
  if (held.refused !== null) return <p role="alert">{says({ code: held.refused })}</p>;
  return (
    <section>
      <div className={styles.row}>
        <Button onClick={() => void staffRest.checkAudit(token).then(setCheck, failed)}>{t("audit.check")}</Button>
        {check && (
          <p role="status" data-broken={check.broken_at !== null} className={styles.check}>
            {check.broken_at === null
              ? t("audit.whole", { count: check.entries })
              : t("audit.broken", { at: check.broken_at })}
          </p>
        )}
      </div>
      <AuditTable entries={held.entries} />
      {held.next !== null && <Button onClick={() => load(held.next)}>{t("audit.older")}</Button>}
    </section>
  );
}

/** Entries of the audit log as a table. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation("staff");
  const when = useWhen();
  const { who, action, about } = useAuditWords(entries);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a table that scrolls must be reachable by keyboard
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={t("parts.audit")}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("audit.seq")}</th>
            <th scope="col">{t("audit.when")}</th>
            <th scope="col">{t("audit.who")}</th>
            <th scope="col">{t("audit.action")}</th>
            <th scope="col">{t("audit.subject")}</th>
            <th scope="col">{t("audit.reason")}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.seq}>
              <td className="num">{entry.seq}</td>
              <td className={styles.when}>{when(entry.at_ms)}</td>
              <td>{who(entry.actor)}</td>
              <td>
                {action(entry.action)} <code className={styles.code}>{entry.action}</code>
              </td>
              <td>{about(entry)}</td>
              <td>
                {entry.reason}
                <Change before={entry.before} after={entry.after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What it was before and after, where an entry has it. */
function Change({ before, after }: Pick<AuditEntry, "before" | "after">) {
  const { t } = useTranslation("staff");
  if ((before ?? null) === null && (after ?? null) === null) return null;
  return (
    <details className={styles.change}>
      <summary>{t("audit.change")}</summary>
      <code>{JSON.stringify(before ?? null)}</code> → <code>{JSON.stringify(after ?? null)}</code>
    </details>
  );
}
