import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { addressOf } from "../../app/pages";
import type { Report } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { ButtonLink } from "../../parts/ButtonLink";
import { Choice } from "../../parts/Choice";
import { useWhen } from "../records/useWhen";
import styles from "./Staff.module.css";
import { staffRest } from "./staffRest";
import { useActing, useToken } from "./useStaff";

const CHOICES = ["ignore", "warn", "block", "permanent"] as const;
type Chosen = (typeof CHOICES)[number];
const KEYS: Record<string, Chosen> = { i: "ignore", w: "warn", b: "block", p: "permanent" };

interface Props {
  report: Report;
  names: (account: string) => string;
  onDone: () => void;
}

/** A report with its context, and its decision by two keys: one chooses it, Enter takes it. */
export function ReportDetail({ report, names, onDone }: Props) {
  const { t } = useTranslation(["staff", "conduct"]);
  const when = useWhen();
  const { match } = report.context;
  return (
    <section className={styles.detail} aria-label={names(report.reported)}>
      <h2>
        {names(report.reported)}: {t(`conduct:categories.${report.category}`)}
      </h2>
      <dl className={styles.facts}>
        <dt>{t("report.reporter")}</dt>
        <dd>{names(report.reporter)}</dd>
        <dt>{t("report.reported")}</dt>
        <dd>
          <a href={addressOf({ at: "staff", part: "player", about: report.reported })}>{names(report.reported)}</a> (
          {t("queue.times", { count: report.times_reported })})
        </dd>
        <dt>{t("report.at")}</dt>
        <dd>{when(report.created_at_ms)}</dd>
        <dt>{t("report.comment")}</dt>
        <dd>{report.comment}</dd>
      </dl>
      {match && (
        <ButtonLink href={addressOf({ at: "replay", match, hand: report.context.hand, position: null })}>
          {t("report.replay")}
        </ButtonLink>
      )}
      <h3>{t("report.chat")}</h3>
      {report.lines.length === 0 && <p>{t("report.noChat")}</p>}
      <ul className={styles.chat}>
        {report.lines.map((line) => (
          <li key={line.id} data-about={line.account === report.reported}>
            <strong>{line.name}</strong> {line.text}
          </li>
        ))}
      </ul>
      <Deciding report={report} onDone={onDone} />
    </section>
  );
}

function Deciding({ report, onDone }: { report: Report; onDone: () => void }) {
  const { t } = useTranslation("staff");
  const says = useSays();
  const token = useToken();
  const box = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState<Chosen>("ignore");
  const [written, setWritten] = useState<string | null>(null);
  const [message, setMessage] = useState("");
  const { busy, refused, act } = useActing(onDone);
  const reason = written ?? t(`decide.templates.${chosen}`);
  const take = () => {
    const permanent = chosen === "permanent";
    const decision = chosen === "permanent" ? "block" : chosen;
    act(staffRest.decide(token, report.id, { decision, permanent, reason, message: chosen === "warn" ? message : "" }));
  };
  useKeys((event) => {
    const key = KEYS[event.key.toLowerCase()];
    if (key) setChosen(key);
    else if (event.key === "Enter" && !busy) take();
  });
  const onEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    take();
  };
  return (
    <form ref={box} className={styles.form} onSubmit={(event) => event.preventDefault()}>
      <Choice
        legend={t("decide.title")}
        options={CHOICES.map((value) => ({ value, label: t(`decide.${value}`) }))}
        value={chosen}
        onChange={setChosen}
      />
      <label className={styles.words}>
        {t("decide.reason")}
        <textarea
          value={reason}
          rows={2}
          maxLength={500}
          onKeyDown={onEnter}
          onChange={(e) => setWritten(e.target.value)}
        />
      </label>
      {(chosen === "block" || chosen === "permanent") && <p className={styles.note}>{t("decide.shown")}</p>}
      {chosen === "warn" && (
        <label className={styles.words}>
          {t("decide.message")}
          <textarea value={message} rows={2} maxLength={1000} onChange={(event) => setMessage(event.target.value)} />
        </label>
      )}
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      <Button kind="action" busy={busy} onClick={take}>
        {t("decide.take")}
      </Button>
    </form>
  );
}

/** Keys that are pressed outside of fields and buttons, without a modifier. */
function useKeys(onKey: (event: globalThis.KeyboardEvent) => void): void {
  const newest = useRef(onKey);
  useEffect(() => {
    newest.current = onKey;
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      const at = event.target as HTMLElement;
      const writes = at.closest("textarea, input:not([type=radio]), dialog") !== null;
      const presses = event.key === "Enter" && at.closest("a, [data-kind=action]") !== null;
      if (writes || presses || event.ctrlKey || event.metaKey || event.altKey) return;
      newest.current(event);
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
