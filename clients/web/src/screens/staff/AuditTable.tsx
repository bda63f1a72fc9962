import { Fragment, type ReactNode } from "react";
import { addressOf } from "../../app/pages";
import type { AuditEntry } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useWhen } from "../records/useWhen";
import styles from "./Staff.module.css";
import { useAuditWords } from "./useAuditWords";

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
                <Change entry={entry} />
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
function Change({ entry: { before, after } }: { entry: AuditEntry }) {
  const { t } = useTranslation("staff");
  const was = (before ?? null) === null ? null : before;
  const is = (after ?? null) === null ? null : after;
  if (was === null && is === null) return null;
  return (
    <details className={styles.change}>
      <summary>{t("audit.change")}</summary>
      <dl className={styles.facts}>
        <dt>{t("audit.was")}</dt>
        <dd>
          <Said value={was} />
        </dd>
        <dt>{t("audit.is")}</dt>
        <dd>
          <Said value={is} />
        </dd>
      </dl>
    </details>
  );
}

/** A stored value in words: its fields by their names, moments as moments. */
function Said({ value }: { value: unknown }): ReactNode {
  const { say, field } = useAuditWords([]);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return say("", value);
  const fields = Object.entries(value).filter(([, each]) => each !== null);
  return fields.map(([name, each], at) => (
    <Fragment key={name}>
      {at > 0 && ", "}
      {field(name)}: {say(name, each)}
    </Fragment>
  ));
}
