import { useState } from "react";
import { addressOf } from "../../app/pages";
import type { SoleDecision } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { useWhen } from "../records/useWhen";
import { useMay } from "./roles";
import styles from "./Staff.module.css";
import { staffRest } from "./staffRest";
import { useCodes } from "./useAuditWords";
import { useActing, useToken } from "./useStaff";

interface Props {
  decision: SoleDecision;
  names: (account: string) => string;
  onDone: () => void;
}

/** What somebody has decided alone; another administrator looks at it. */
export function AloneDetail({ decision, names, onDone }: Props) {
  const { t } = useTranslation("staff");
  const says = useSays();
  const when = useWhen();
  const may = useMay();
  const { action } = useCodes();
  const token = useToken();
  const [reason, setReason] = useState("");
  const { busy, refused, act } = useActing(onDone);
  const review = (agreed: boolean) => act(staffRest.review(token, decision.id, agreed, reason));
  return (
    <section className={styles.detail} aria-label={t("second.title")}>
      <h2>{t("queue.alone", { action: action(decision.action) })}</h2>
      <dl className={styles.facts}>
        <dt>{t("second.by")}</dt>
        <dd>
          {names(decision.by)}, {when(decision.at_ms)}
        </dd>
        <dt>{t("audit.of")}</dt>
        <dd>
          <a href={addressOf({ at: "staff", part: "player", about: decision.subject })}>{names(decision.subject)}</a>
        </dd>
        <dt>{t("audit.reason")}</dt>
        <dd>{decision.reason}</dd>
      </dl>
      {may.hard && !may.isOwn(decision.by) ? (
        <div className={styles.form}>
          <label className={styles.words}>
            {t("decide.reason")}
            <textarea value={reason} rows={2} maxLength={500} onChange={(event) => setReason(event.target.value)} />
          </label>
          {refused !== null && <p role="alert">{says({ code: refused })}</p>}
          <div className={styles.row}>
            <Button kind="action" busy={busy} onClick={() => review(true)}>
              {t("second.agree")}
            </Button>
            <Button busy={busy} onClick={() => review(false)}>
              {t("second.disagree")}
            </Button>
          </div>
        </div>
      ) : (
        <p className={styles.note}>{t("second.own")}</p>
      )}
    </section>
  );
}
