import { Fragment, useState } from "react";
import { addressOf } from "../../app/pages";
import type { Case } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { useWhen } from "../records/useWhen";
import styles from "./Staff.module.css";
import { staffRest } from "./staffRest";
import { useCodes } from "./useAuditWords";
import { useActing, useToken } from "./useStaff";

interface Props {
  found: Case;
  names: (account: string) => string;
  onDone: () => void;
}

/** What a signal has opened, with its evidence; it is closed by a person, with a reason. */
export function CaseDetail({ found, names, onDone }: Props) {
  const { t } = useTranslation("staff");
  const says = useSays();
  const when = useWhen();
  const { evidence } = useCodes();
  const plain = (value: unknown) => (typeof value === "string" ? names(value) : JSON.stringify(value));
  const token = useToken();
  const [reason, setReason] = useState("");
  const { busy, refused, act } = useActing(onDone);
  return (
    <section className={styles.detail} aria-label={found.kind}>
      <h2>{t("queue.case", { kind: t(`signals.${found.kind as "bot"}`) })}</h2>
      <dl className={styles.facts}>
        <dt>{t("case.players")}</dt>
        <dd>
          {found.players.map((each) => (
            <span key={each}>
              <a href={addressOf({ at: "staff", part: "player", about: each })}>{names(each)}</a>{" "}
            </span>
          ))}
        </dd>
        <dt>{t("case.opened")}</dt>
        <dd>{when(found.opened_at_ms)}</dd>
      </dl>
      <h3>{t("case.evidence")}</h3>
      <ul className={styles.chat}>
        {found.evidence.map((each, at) => (
          <li key={at}>
            {when(each.at_ms)}
            <dl className={styles.facts}>
              {Object.entries(each.seen).map(([name, value]) => (
                <Fragment key={name}>
                  <dt>{evidence(name)}</dt>
                  <dd>
                    {name.endsWith("_ms") && typeof value === "number" && value > 1e12 ? when(value) : plain(value)}
                  </dd>
                </Fragment>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      <div className={styles.form}>
        <label className={styles.words}>
          {t("decide.reason")}
          <textarea value={reason} rows={2} maxLength={500} onChange={(event) => setReason(event.target.value)} />
        </label>
        {refused !== null && <p role="alert">{says({ code: refused })}</p>}
        <Button kind="action" busy={busy} onClick={() => act(staffRest.closeCase(token, found.id, reason))}>
          {t("case.close")}
        </Button>
      </div>
    </section>
  );
}
