import { useState } from "react";
import { addressOf } from "../../app/pages";
import type { Case } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { useWhen } from "../records/useWhen";
import { Evidence } from "./Evidence";
import { useMay } from "./roles";
import styles from "./Staff.module.css";
import { staffRest } from "./staffRest";
import { useActing, useToken } from "./useStaff";

interface Props {
  found: Case;
  names: (account: string) => string;
  onDone: () => void;
}

/** What a signal has opened, with its evidence; it is closed by a person, with a reason. */
export function CaseDetail({ found, names, onDone }: Props) {
  const { t } = useTranslation("staff");
  const when = useWhen();
  const may = useMay();
  const title = t("queue.case", { kind: t(`signals.${found.kind as "bot"}`) });
  return (
    <section className={styles.detail} aria-label={title}>
      <h2>{title}</h2>
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
      <Evidence found={found} names={names} />
      {may.mild ? <Closing found={found} onDone={onDone} /> : <p className={styles.note}>{t("player.noRole")}</p>}
    </section>
  );
}

function Closing({ found, onDone }: Omit<Props, "names">) {
  const { t } = useTranslation("staff");
  const says = useSays();
  const token = useToken();
  const [reason, setReason] = useState("");
  const { busy, refused, act } = useActing(onDone);
  return (
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
  );
}
