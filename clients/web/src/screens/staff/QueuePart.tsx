import { type KeyboardEvent, useEffect, useState } from "react";
import { useApp } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { serverClock } from "kafeneio-client";
import { Button } from "../../parts/Button";
import { refusal } from "../../app/useRequest";
import { useWhen } from "../records/useWhen";
import { AppealDetail } from "./AppealDetail";
import { CaseDetail } from "./CaseDetail";
import { ReportDetail } from "./ReportDetail";
import styles from "./Staff.module.css";
import { staffRest } from "./staffRest";
import { accountsOf, byUrgency, type Waiting } from "./urgency";
import { useNames, useToken } from "./useStaff";

const LOOK_AGAIN_MS = 10_000;

/** Everything that waits for a decision, and the one that is looked at. */
export function QueuePart() {
  const { t } = useTranslation("staff");
  const says = useSays();
  const { waiting, refused, load } = useQueue();
  const [chosen, setChosen] = useState<string | null>(null);
  const names = useNames(accountsOf(waiting ?? []));
  const current = waiting?.find((each) => each.id === chosen) ?? waiting?.[0] ?? null;
  if (refused !== null) return <p role="alert">{says({ code: refused })}</p>;
  if (waiting === null) return null;
  const step = (event: KeyboardEvent, by: number) => {
    event.preventDefault();
    const at = waiting.findIndex((each) => each.id === current?.id);
    setChosen(waiting[at + by]?.id ?? current?.id ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") step(event, 1);
    if (event.key === "ArrowUp") step(event, -1);
  };
  return (
    <div className={styles.queue}>
      <div>
        <div className={styles.row}>
          <Button onClick={load}>{t("queue.refresh")}</Button>
        </div>
        {waiting.length === 0 && <p role="status">{t("queue.empty")}</p>}
        <ul className={styles.list}>
          {waiting.map((each) => (
            <li key={each.id}>
              <button
                type="button"
                className={styles.line}
                aria-pressed={each.id === current?.id}
                onKeyDown={onKeyDown}
                onClick={() => setChosen(each.id)}
              >
                <Line waiting={each} names={names} />
              </button>
            </li>
          ))}
        </ul>
        <p className={styles.note}>{t("queue.keys")}</p>
      </div>
      {current?.what === "report" && (
        <ReportDetail key={current.id} report={current.report} names={names} onDone={load} />
      )}
      {current?.what === "appeal" && (
        <AppealDetail key={current.id} appeal={current.appeal} names={names} onDone={load} />
      )}
      {current?.what === "case" && <CaseDetail key={current.id} found={current.found} names={names} onDone={load} />}
    </div>
  );
}

function Line({ waiting, names }: { waiting: Waiting; names: (account: string) => string }) {
  const { t } = useTranslation(["staff", "conduct"]);
  const when = useWhen();
  if (waiting.what === "report") {
    const { category, reported, times_reported: count } = waiting.report;
    return (
      <>
        <strong>{names(reported)}</strong> {t("queue.report", { category: t(`conduct:categories.${category}`) })}
        <small>
          {when(waiting.atMs)} · {t("queue.times", { count })}
        </small>
      </>
    );
  }
  if (waiting.what === "appeal") {
    return (
      <>
        <strong>{names(waiting.appeal.account)}</strong>{" "}
        {t("queue.appeal", { kind: t(`kinds.${waiting.appeal.kind}`) })}
        <small>{when(waiting.atMs)}</small>
      </>
    );
  }
  return (
    <>
      <strong>{waiting.found.players.map(names).join(", ")}</strong>{" "}
      {t("queue.case", { kind: t(`signals.${waiting.found.kind as "bot"}`) })}
      <small>{when(waiting.atMs)}</small>
    </>
  );
}

/** Requested at the beginning, after every decision, and whenever the server announces something new. */
function useQueue() {
  const token = useToken();
  const news = useApp((state) => state.staffNews);
  const [held, setHeld] = useState<{ waiting: Waiting[] | null; refused: string | null }>({
    waiting: null,
    refused: null,
  });
  const load = () => {
    Promise.all([staffRest.reports(token), staffRest.appeals(token), staffRest.cases(token)]).then(
      ([{ reports }, { appeals }, { cases }]) =>
        setHeld({ waiting: byUrgency(reports, appeals, cases, serverClock.nowMs()), refused: null }),
      (error: unknown) => setHeld({ waiting: null, refused: refusal(error).code }),
    );
  };
  useEffect(() => {
    load();
    // oxlint-disable-next-line react/exhaustive-deps -- once, and again with each news
  }, [token, news]);
  useEffect(() => {
    const timer = setInterval(load, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- others decide too, and no frame announces it
  }, [token]);
  return { ...held, load };
}
