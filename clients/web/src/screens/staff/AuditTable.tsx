import { addressOf } from "../../app/pages";
import type { AuditEntry } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useWhen } from "../records/useWhen";
import styles from "./Staff.module.css";
import { useAuditWords } from "./useAuditWords";
import { type Change, useChangeWords } from "./useChangeWords";

const OF_MATCHES: ReadonlySet<string> = new Set([
  "correct_match",
  "order_correct_match",
  "read_recording",
  "read_journal",
]);

/** Entries of the audit log as a table: names and words, and links where there is something to see. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation("staff");
  const when = useWhen();
  const { who, action, about } = useAuditWords(entries);
  const change = useChangeWords(entries);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a table that scrolls must be reachable by keyboard
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={t("parts.audit")}>
      <table className={styles.table}>
        <thead>
          <tr>
            {(["seq", "when", "who", "action", "subject", "reason"] as const).map((each) => (
              <th key={each} scope="col">
                {t(`audit.${each}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.seq}>
              <td className="num">{entry.seq}</td>
              <td className={styles.when}>{when(entry.at_ms)}</td>
              <td>{who(entry.actor)}</td>
              <td>{action(entry.action)}</td>
              <td>
                <Subject entry={entry} about={about(entry)} />
              </td>
              <td>
                {entry.reason}
                <Changed change={change(entry)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Subject({ entry, about }: { entry: AuditEntry; about: string }) {
  if (!OF_MATCHES.has(entry.action)) return about;
  return <a href={addressOf({ at: "replay", match: entry.subject, hand: null, position: null })}>{about}</a>;
}

/** What it was before and after, where an entry has it. */
function Changed({ change }: { change: Change | null }) {
  const { t } = useTranslation("staff");
  if (change === null) return null;
  return (
    <details className={styles.change}>
      <summary>{t("audit.change")}</summary>
      <dl className={styles.facts}>
        <Said term={t("audit.was")} lines={change.was} />
        <Said term={t("audit.is")} lines={change.is} />
      </dl>
    </details>
  );
}

function Said({ term, lines }: { term: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <dt>{term}</dt>
      {lines.map((line) => (
        <dd key={line}>{line}</dd>
      ))}
    </>
  );
}
