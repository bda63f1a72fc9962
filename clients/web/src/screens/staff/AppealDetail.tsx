import { useState } from "react";
import { addressOf } from "../../app/pages";
import type { Appeal } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Choice } from "../../parts/Choice";
import { Field } from "../../parts/Field";
import { useWhen } from "../records/useWhen";
import { SecondPerson } from "./SecondPerson";
import { useMay } from "./roles";
import styles from "./Staff.module.css";
import { staffRest } from "./staffRest";
import { useActing, useToken } from "./useStaff";

const OUTCOMES = ["upheld", "reduced", "lifted"] as const;

interface Props {
  appeal: Appeal;
  names: (account: string) => string;
  onDone: () => void;
}

/** An appeal, and its ruling by an administrator who has not taken the decision. */
export function AppealDetail({ appeal, names, onDone }: Props) {
  const { t } = useTranslation("staff");
  const when = useWhen();
  const may = useMay();
  return (
    <section className={styles.detail} aria-label={names(appeal.account)}>
      <h2>
        <a href={addressOf({ at: "staff", part: "player", about: appeal.account })}>{names(appeal.account)}</a>:{" "}
        {t("queue.appeal", { kind: t(`kinds.${appeal.kind}`) })}
      </h2>
      <dl className={styles.facts}>
        <dt>{t("appeal.filed")}</dt>
        <dd>{when(appeal.created_at_ms)}</dd>
        <dt>{t("appeal.against")}</dt>
        <dd>{names(appeal.decided_by)}</dd>
      </dl>
      <blockquote className={styles.said}>{appeal.text}</blockquote>
      {may.hard ? <Ruling appeal={appeal} onDone={onDone} /> : <p className={styles.note}>{t("player.noRole")}</p>}
    </section>
  );
}

function Ruling({ appeal, onDone }: { appeal: Appeal; onDone: () => void }) {
  const { t } = useTranslation("staff");
  const says = useSays();
  const token = useToken();
  const [outcome, setOutcome] = useState<(typeof OUTCOMES)[number]>("upheld");
  const [reason, setReason] = useState("");
  const [until, setUntil] = useState("");
  const [alone, setAlone] = useState(false);
  const own = useMay().isOwn(appeal.decided_by);
  const { busy, refused, act } = useActing(onDone);
  const untilMs = outcome === "reduced" && until ? new Date(until).getTime() : null;
  return (
    <div className={styles.form}>
      {own && <SecondPerson alone={alone} onChange={setAlone} />}
      <Choice
        legend={t("decide.title")}
        options={OUTCOMES.map((value) => ({ value, label: t(`appeal.${value}`) }))}
        value={outcome}
        onChange={setOutcome}
      />
      {outcome === "reduced" && (
        <Field
          label={t("appeal.until")}
          type="datetime-local"
          value={until}
          onChange={(event) => setUntil(event.target.value)}
        />
      )}
      <label className={styles.words}>
        {t("decide.reason")}
        <textarea value={reason} rows={2} maxLength={500} onChange={(event) => setReason(event.target.value)} />
      </label>
      <p className={styles.note}>{t("decide.shown")}</p>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      <Button
        kind="action"
        busy={busy}
        disabled={(outcome === "reduced" && untilMs === null) || (own && !alone)}
        onClick={() => act(staffRest.rule(token, appeal.id, { outcome, reason, until_ms: untilMs, alone }))}
      >
        {t("appeal.take")}
      </Button>
    </div>
  );
}
