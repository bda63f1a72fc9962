import { useState } from "react";
import { useApp } from "../../app/context";
import { goInstead } from "../../app/pages";
import { rest, serverClock, type Plan, type PlanCard } from "kafeneio-client";
import { useChips } from "../../i18n/useAmounts";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays, useWords } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Choice } from "../../parts/Choice";
import { Field } from "../../parts/Field";
import { refusal } from "../../app/useRequest";
import styles from "./Competitions.module.css";
import { GameFields, playersOf } from "./GameFields";
import { operatorRest } from "./operatorRest";
import { draftOf, type PlanDraft, planOf, prizesOf, wrongFields } from "./planDraft";
import { ruleOf } from "./recurrence";
import { RepeatFields } from "./RepeatFields";
import { PrizesTable } from "./RulesPart";

interface Props {
  token: string;
  id: string;
  plan: Plan | null;
  again: () => Promise<void>;
}
interface FieldsProps {
  draft: PlanDraft;
  onChange: (change: Partial<PlanDraft>) => void;
  /** What is wrong with a field; null: nothing, or nobody has tried to send it yet. */
  errorOf: (name: keyof PlanDraft) => string | null;
}

/** Makes or changes a draft, shows what its prizes would be, and announces it. */
export function PlanForm({ token, id, plan, again }: Props) {
  const { t } = useTranslation("competitions");
  const games = useApp((state) => state.catalogue)?.filter((info) => !info.house_banked) ?? [];
  const first = games.find((info) => info.game === "tavli") ?? games[0];
  const [draft, setDraft] = useState(() => draftOf(plan, first, serverClock.nowMs()));
  const [preview, setPreview] = useState<PlanCard | null>(null);
  const [refused, setRefused] = useState<{ code: string; detail: unknown } | null>(null);
  const [busy, setBusy] = useState(false);
  const [reason, setReason] = useState("");
  const onChange = (change: Partial<PlanDraft>) => setDraft((before) => ({ ...before, ...change }));
  const wanted = planOf(draft, playersOf(games, draft));
  const [tried, setTried] = useState(false);
  const wrong = wrongFields(draft);
  const errorOf = (name: keyof PlanDraft) =>
    tried && wrong.includes(name) ? t(name === "name" ? "form.wrongName" : "form.wrong") : null;
  const fields = { draft, onChange, errorOf };
  const act = async (doing: () => Promise<void>) => {
    setTried(true);
    if (wrong.length > 0) return;
    setBusy(true);
    setRefused(null);
    await doing().catch((error: unknown) => setRefused(refusal(error)));
    setBusy(false);
  };
  const announce = async () => {
    await announced(token, id, wanted, draft, reason);
    await again();
    goInstead({ at: "operator", competition: null });
  };
  return (
    <form className={styles.form} onSubmit={(event) => event.preventDefault()} aria-busy={busy}>
      <GameFields games={games} draft={draft} onChange={onChange} nameError={errorOf("name")} nameMax={60} />
      <TimeFields {...fields} />
      <CountFields {...fields} />
      <PrizeFields {...fields} />
      <Concerns draft={draft} plan={wanted} />
      <ReasonField reason={reason} onChange={setReason} />
      {refused !== null && <Refused {...refused} />}
      {preview !== null && <Preview card={preview} />}
      <div className={styles.row}>
        <Button busy={busy} onClick={() => void act(async () => setPreview(await rest.previewPlan(token, id, wanted)))}>
          {t("operator.preview")}
        </Button>
        <Button
          busy={busy}
          onClick={() => void act(async () => void (await rest.savePlan(token, id, wanted, reason).then(again)))}
        >
          {t("operator.save")}
        </Button>
        <Button kind="action" busy={busy} onClick={() => void act(announce)}>
          {t("operator.publish")}
        </Button>
      </div>
    </form>
  );
}

/** Announces a competition, or begins one that comes again. */
async function announced(
  token: string,
  id: string,
  plan: Plan,
  { repeat, recurrence }: PlanDraft,
  reason: string,
): Promise<void> {
  if (repeat !== "once") {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const how = repeat === "rule" ? { rule: ruleOf(recurrence) } : { every: repeat };
    await operatorRest.saveTemplate(token, id, { plan, ...how, zone: timeZone, active: true, reason });
    return;
  }
  await rest.savePlan(token, id, plan, reason);
  await rest.publishPlan(token, id, reason);
}

/** Why it is saved or announced; a preview needs no reason. */
function ReasonField({ reason, onChange }: { reason: string; onChange: (reason: string) => void }) {
  const { t } = useTranslation("competitions");
  return (
    <Field
      label={t("operator.why")}
      hint={t("operator.whyHint")}
      value={reason}
      maxLength={500}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Whom it concerns, and from when on. */
function Concerns({ draft, plan }: { draft: PlanDraft; plan: Plan }) {
  const { t } = useTranslation("competitions");
  const { moment } = useFormats();
  const chips = useChips();
  if (plan.opens_at_ms === 0 || plan.starts_at_ms === 0 || plan.ends_at_ms === 0) return null;
  const said = {
    opens: moment(plan.opens_at_ms),
    starts: moment(plan.starts_at_ms),
    ends: moment(plan.ends_at_ms),
    price: chips(plan.price_chips),
  };
  return (
    <p role="status">
      {t("operator.announces", said)} {draft.repeat !== "once" && t("operator.announcesMore")}
    </p>
  );
}

/** The prizes by place, as they are read. */
function Prizes({ draft }: { draft: PlanDraft }) {
  const { t } = useTranslation("competitions");
  const { number, list } = useFormats();
  const chips = useChips();
  const prizes = prizesOf(draft);
  if (prizes.length === 0) return null;
  const amount = (each: number) => (draft.mode === "growing" ? `${number(each)} %` : chips(each));
  const said = prizes.map((each, at) => t("form.prizeOf", { place: number(at + 1), amount: amount(each) }));
  return <p role="status">{list(said)}</p>;
}

/** What the pool and the prizes would be. */
function Preview({ card }: { card: PlanCard }) {
  const { t } = useTranslation("competitions");
  return (
    <section className={styles.own} aria-label={t("operator.preview")}>
      <h2>{t("operator.previewOf", { count: card.pool_chips })}</h2>
      <PrizesTable amounts={card.prizes_chips} />
    </section>
  );
}

function TimeFields({ draft, onChange, errorOf }: FieldsProps) {
  const { t } = useTranslation("competitions");
  return (
    <>
      <div className={styles.pair}>
        {(["opens", "starts", "ends"] as const).map((name) => (
          <Field
            key={name}
            type="datetime-local"
            label={t(`form.${name}`)}
            value={draft[name]}
            error={errorOf(name)}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        ))}
      </div>
      <Choice
        legend={t("form.repeat")}
        options={(["once", "daily", "weekly", "rule"] as const).map((value) => ({
          value,
          label: t(`form.every.${value}`),
        }))}
        value={draft.repeat}
        onChange={(repeat) => onChange({ repeat })}
      />
      {draft.repeat === "rule" && (
        <RepeatFields
          recurrence={draft.recurrence}
          onChange={(recurrence) => onChange({ recurrence })}
          error={errorOf("recurrence")}
        />
      )}
    </>
  );
}

function CountFields({ draft, onChange, errorOf }: FieldsProps) {
  const { t } = useTranslation("competitions");
  const number = (name: "price" | "games" | "x" | "maxEntries" | "minEntrants", hint?: string) => (
    <Field
      label={t(`form.${name}`)}
      {...(hint === undefined ? {} : { hint })}
      inputMode="numeric"
      value={draft[name]}
      error={errorOf(name)}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  );
  return (
    <>
      <div className={styles.pair}>
        {number("price")}
        {number("games")}
      </div>
      {number("minEntrants", t("form.minEntrantsHint"))}
      <Choice
        legend={t("form.kind")}
        options={(["total", "best_x"] as const).map((value) => ({ value, label: t(`form.kinds.${value}`) }))}
        value={draft.kind}
        onChange={(kind) => onChange({ kind })}
      />
      {draft.kind === "best_x" && (
        <div className={styles.pair}>
          {number("x")}
          {number("maxEntries", t("form.maxEntriesHint"))}
        </div>
      )}
    </>
  );
}

function PrizeFields({ draft, onChange, errorOf }: FieldsProps) {
  const { t } = useTranslation("competitions");
  const usualOf = (mode: PlanDraft["mode"]) => (mode === "growing" ? "50, 30, 20" : "5000, 3000, 1000");
  return (
    <>
      <Choice
        legend={t("form.mode")}
        options={(["growing", "fixed"] as const).map((value) => ({ value, label: t(`form.modes.${value}`) }))}
        value={draft.mode}
        onChange={(mode) => onChange({ mode, prizes: usualOf(mode) })}
      />
      <Field
        label={t(draft.mode === "growing" ? "form.shares" : "form.prizes")}
        hint={t(draft.mode === "growing" ? "form.sharesHint" : "form.prizesHint")}
        value={draft.prizes}
        error={errorOf("prizes")}
        onChange={(event) => onChange({ prizes: event.target.value })}
      />
      <Prizes draft={draft} />
      {draft.mode === "growing" && (
        <div className={styles.pair}>
          <Field
            label={t("form.poolPercent")}
            hint={t("form.poolPercentHint")}
            inputMode="decimal"
            value={draft.poolPercent}
            error={errorOf("poolPercent")}
            onChange={(event) => onChange({ poolPercent: event.target.value })}
          />
          <Field
            label={t("form.guarantee")}
            inputMode="numeric"
            value={draft.guarantee}
            error={errorOf("guarantee")}
            onChange={(event) => onChange({ guarantee: event.target.value })}
          />
        </div>
      )}
    </>
  );
}

/** What was refused, with the field that is wrong. */
function Refused({ code, detail }: { code: string; detail: unknown }) {
  const says = useSays();
  const { has, lookUp } = useWords();
  const field = (detail as { field?: string } | null)?.field ?? "";
  const name = has(`form.fields.${field}`, "competitions") ? lookUp(`form.fields.${field}`, "competitions") : field;
  return (
    <p role="alert">
      {says({ code })} {name}
    </p>
  );
}
