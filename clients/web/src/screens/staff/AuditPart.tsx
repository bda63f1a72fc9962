import { useEffect, useState } from "react";
import type { AuditCheck, AuditEntry } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { useLastAlone } from "../../app/questions";
import { refusal } from "../../app/useRequest";
import { AuditExport } from "./audit/AuditExport";
import { AuditFilter } from "./AuditFilter";
import { AuditTable } from "./AuditTable";
import styles from "./Staff.module.css";
import { type AuditWanted, staffRest } from "./staffRest";
import { useToken } from "./useStaff";

interface Held {
  entries: AuditEntry[];
  next: number | null;
  refused: string | null;
}

/** The audit log, newest first: looked through, saved as a file, its chain checked. */
export function AuditPart() {
  const { t } = useTranslation("staff");
  const says = useSays();
  const token = useToken();
  const [wanted, setWanted] = useState<AuditWanted>({});
  const [held, setHeld] = useState<Held>({ entries: [], next: null, refused: null });
  const [check, setCheck] = useState<AuditCheck | null>(null);
  const failed = (error: unknown) => setHeld((before) => ({ ...before, refused: refusal(error).code }));
  const asking = useLastAlone();
  const load = (before: number | null) => {
    const counts = asking();
    staffRest.audit(token, before === null ? wanted : { ...wanted, before }).then(
      (page) =>
        counts() &&
        setHeld((known) => ({
          entries: before === null ? page.entries : [...known.entries, ...page.entries],
          next: page.next_before,
          refused: null,
        })),
      (error: unknown) => counts() && failed(error),
    );
  };
  useEffect(() => {
    load(null);
    // oxlint-disable-next-line react/exhaustive-deps -- once a session, and again for something else
  }, [token, wanted]);
  if (held.refused !== null) return <p role="alert">{says({ code: held.refused })}</p>;
  return (
    <section>
      <AuditFilter onWanted={setWanted} />
      <div className={styles.row}>
        <Button onClick={() => void staffRest.checkAudit(token).then(setCheck, failed)}>{t("audit.check")}</Button>
        <AuditExport wanted={wanted} />
        {check && (
          <p role="status" data-broken={check.broken_at !== null} className={styles.check}>
            {check.broken_at === null
              ? t("audit.whole", { count: check.entries })
              : t("audit.broken", { at: check.broken_at })}
          </p>
        )}
      </div>
      {held.entries.length === 0 && <p role="status">{t("audit.none")}</p>}
      <AuditTable entries={held.entries} />
      {held.next !== null && <Button onClick={() => load(held.next)}>{t("audit.older")}</Button>}
    </section>
  );
}
