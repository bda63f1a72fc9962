import { type KeyboardEvent, useEffect, useState } from "react";
import { useApp, useClient } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { type Claim, serverClock } from "kafeneio-client";
import { Button } from "../../parts/Button";
import { Switch } from "../../parts/Switch";
import { useInOrder } from "../../app/questions";
import { refusal } from "../../app/useRequest";
import { useWhen } from "../records/useWhen";
import { AloneDetail } from "./AloneDetail";
import { AppealDetail } from "./AppealDetail";
import { CaseDetail } from "./CaseDetail";
import { PlayerDetail } from "./PlayerDetail";
import { useMay } from "./roles";
import styles from "./Staff.module.css";
import { staffRest } from "./staffRest";
import { accountsOf, byUrgency, type Waiting } from "./urgency";
import { useCodes } from "./useAuditWords";
import { useNames, useToken } from "./useStaff";

const LOOK_AGAIN_MS = 10_000;

/** Everything that waits for a decision, and the one that is looked at: the most urgent that nobody else looks at. */
export function QueuePart() {
  const { t } = useTranslation("staff");
  const says = useSays();
  const { waiting, claims, refused, load } = useQueue();
  const [done, setDone] = useState("");
  const names = useNames([...accountsOf(waiting ?? []), ...claims.map((each) => each.by)]);
  const may = useMay();
  const byOthers = new Map(claims.filter((each) => !may.isOwn(each.by)).map((each) => [each.about, each.by]));
  const { current, setChosen } = useCurrent(waiting ?? [], byOthers);
  useClaim(current === null ? null : aboutOf(current));
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
  const onDone = () => {
    if (current) setDone(t("queue.done", { name: names(aboutOf(current)) }));
    setChosen(null);
    load();
  };
  return (
    <div className={styles.queue}>
      <div>
        <div className={styles.row}>
          <Button onClick={load}>{t("queue.refresh")}</Button>
        </div>
        <p role="status">{waiting.length === 0 ? t("queue.empty") : done}</p>
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
                <Line waiting={each} names={names} claimed={byOthers.get(aboutOf(each)) ?? null} />
              </button>
            </li>
          ))}
        </ul>
        <LettersSwitch />
      </div>
      {current && <Detail key={current.id} current={current} names={names} onDone={onDone} />}
    </div>
  );
}

/** The one that is looked at: the one that was pressed, or the most urgent that nobody else looks at. That one stays
 * while it waits, whatever comes above it, unless somebody else has taken it. */
function useCurrent(waiting: readonly Waiting[], byOthers: ReadonlyMap<string, string>) {
  const [chosen, choose] = useState<string | null>(null);
  const [offered, setOffered] = useState<string | null>(null);
  const isFree = (each: Waiting) => !byOthers.has(aboutOf(each));
  const pressed = waiting.find((each) => each.id === chosen);
  const stays = waiting.find((each) => each.id === offered && isFree(each));
  const current = pressed ?? stays ?? waiting.find(isFree) ?? waiting[0] ?? null;
  const shown = current?.id ?? null;
  if (shown !== null && shown !== offered) setOffered(shown);
  const setChosen = (id: string | null) => {
    choose(id);
    if (id === null) setOffered(null);
  };
  return { current, setChosen };
}

/** This browser remembers whether single letters decide. */
function LettersSwitch() {
  const { t } = useTranslation("staff");
  const client = useClient();
  const on = useApp((state) => state.settings.letters);
  return (
    <Switch
      label={t("decide.letters")}
      hint={t("decide.lettersHint")}
      on={on}
      onChange={(letters) => client.setSettings({ letters })}
    />
  );
}

interface DetailProps {
  current: Waiting;
  names: (account: string) => string;
  onDone: () => void;
}

/** What is looked at, with what decides it. */
function Detail({ current, names, onDone }: DetailProps) {
  if (current.what === "player") return <PlayerDetail about={current} onDone={onDone} />;
  if (current.what === "appeal") return <AppealDetail appeal={current.appeal} names={names} onDone={onDone} />;
  if (current.what === "case") return <CaseDetail found={current.found} names={names} onDone={onDone} />;
  return <AloneDetail decision={current.decision} names={names} onDone={onDone} />;
}

/** The account that something is about; of a case the first. */
function aboutOf(waiting: Waiting): string {
  if (waiting.what === "player") return waiting.account;
  if (waiting.what === "appeal") return waiting.appeal.account;
  return waiting.what === "alone" ? waiting.decision.subject : (waiting.found.players[0] ?? "");
}

interface LineProps {
  waiting: Waiting;
  names: (account: string) => string;
  claimed: string | null;
}

function Line({ waiting, names, claimed }: LineProps) {
  const when = useWhen();
  const { t } = useTranslation("staff");
  const what = useWhat(waiting);
  const people = waiting.what === "case" ? waiting.found.players : [aboutOf(waiting)];
  return (
    <>
      <strong>{people.map(names).join(", ")}</strong> {what}
      <small>
        {when(waiting.atMs)}
        {claimed !== null && ` · ${t("queue.claimed", { name: names(claimed) })}`}
      </small>
    </>
  );
}

/** What waits, in a few words. */
function useWhat(waiting: Waiting): string {
  const { t } = useTranslation(["staff", "conduct"]);
  const { action } = useCodes();
  if (waiting.what === "appeal") return t("queue.appeal", { kind: t(`kinds.${waiting.appeal.kind}`) });
  if (waiting.what === "case") return t("queue.case", { kind: t(`signals.${waiting.found.kind as "bot"}`) });
  if (waiting.what === "alone") return t("queue.alone", { action: action(waiting.decision.action) });
  const { reports, cases } = waiting;
  const [first, ...others] = reports;
  const words =
    others.length === 0
      ? t("queue.report", { category: t(`conduct:categories.${first.category}`) })
      : t("queue.player", { count: reports.length });
  return cases.length === 0 ? words : `${words} ${t("queue.with", { count: cases.length })}`;
}

/** Says to the others at what one looks, in place of what one looked at before; who may not decide says nothing. */
function useClaim(about: string | null) {
  const token = useToken();
  const { mild } = useMay();
  const wanted = mild ? about : null;
  useEffect(() => {
    if (wanted !== null) staffRest.claim(token, wanted).catch(() => undefined); // it bars nobody
  }, [token, wanted]);
}

interface Held {
  waiting: Waiting[] | null;
  claims: readonly Claim[];
  refused: string | null;
}

/** Requested at the beginning, after every decision, and whenever the server announces something new. */
function useQueue() {
  const token = useToken();
  const news = useApp((state) => state.staffNews);
  const [held, setHeld] = useState<Held>({ waiting: null, claims: [], refused: null });
  const asking = useInOrder();
  const load = () => {
    const counts = asking();
    Promise.all([
      staffRest.reports(token),
      staffRest.appeals(token),
      staffRest.cases(token),
      staffRest.alone(token),
      staffRest.claims(token),
    ]).then(
      ([{ reports }, { appeals }, { cases }, { decisions }, { claims }]) =>
        counts() &&
        setHeld({
          waiting: byUrgency({ reports, appeals, cases, decisions }, serverClock.nowMs()),
          claims,
          refused: null,
        }),
      (error: unknown) => counts() && setHeld({ waiting: null, claims: [], refused: refusal(error).code }),
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
