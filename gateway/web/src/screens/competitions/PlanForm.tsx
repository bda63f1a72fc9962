import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApp } from "../../app/context";
import { goInstead } from "../../app/pages";
import type { GameInfo, Plan, PlanCard } from "../../generated/rest";
import { useGameWords, useSays, useWords } from "../../i18n/useWords";
import { serverClock } from "../../net/serverClock";
import { rest } from "../../net/rest";
import { Button } from "../../parts/Button";
import { Choice } from "../../parts/Choice";
import { Field } from "../../parts/Field";
import { refusal } from "../records/useAsked";
import styles from "./Competitions.module.css";
import { operatorRest } from "./operatorRest";
import { draftOf, type PlanDraft, planOf } from "./planDraft";
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
  const act = async (doing: () => Promise<void>) => {
    setBusy(true);
    setRefused(null);
    await doing().catch((error: unknown) => setRefused(refusal(error)));
    setBusy(false);
  };
  const announce = async () => {
    if (draft.repeat !== "once") {
      const body = { plan: wanted, every: draft.repeat, active: true, reason };
      await operatorRest.saveTemplate(token, id, body);
    } else {
      await rest.savePlan(token, id, wanted, reason);
      await rest.publishPlan(token, id, reason);
    }
    await again();
    goInstead({ at: "operator", competition: null });
  };
  return (
    <form className={styles.form} onSubmit={(event) => event.preventDefault()} aria-busy={busy}>
      <GameFields games={games} draft={draft} onChange={onChange} />
      <TimeFields draft={draft} onChange={onChange} />
      <CountFields draft={draft} onChange={onChange} />
      <PrizeFields draft={draft} onChange={onChange} />
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

/** How many play a game with these options: its seats, or what its form for two or four says. */
function playersOf(games: readonly GameInfo[], draft: PlanDraft): 2 | 4 {
  const seats = draft.options["seats"];
  if (seats === 2 || seats === 4) return seats;
  if (draft.options["variant"] === "classic2") return 2;
  return games.find((info) => info.game === draft.game)?.seats[0] === 4 ? 4 : 2;
}

function GameFields({ games, draft, onChange }: FieldsProps & { games: readonly GameInfo[] }) {
  const { t } = useTranslation("competitions");
  const words = useGameWords();
  const info = games.find((each) => each.game === draft.game);
  const choose = (game: string) => {
    const found = games.find((each) => each.game === game);
    const options = Object.fromEntries(Object.entries(found?.options ?? {}).map(([name, [value]]) => [name, value]));
    onChange({ game, options });
  };
  return (
    <>
      <Field
        label={t("form.name")}
        value={draft.name}
        minLength={3}
        maxLength={60}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <Choice
        legend={t("form.game")}
        options={games.map((each) => ({ value: each.game, label: words.name(each.game) }))}
        value={draft.game}
        onChange={choose}
      />
      {Object.entries(info?.options ?? {})
        .filter(([, values]) => values.length > 1)
        .map(([option, values]) => (
          <Choice
            key={option}
            legend={words.option(draft.game, option)}
            options={values.map((value) => ({ value: String(value), label: words.value(draft.game, option, value) }))}
            value={String(draft.options[option])}
            onChange={(chosen) =>
              onChange({
                options: { ...draft.options, [option]: values.find((value) => String(value) === chosen) },
              })
            }
          />
        ))}
    </>
  );
}

function TimeFields({ draft, onChange }: FieldsProps) {
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
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        ))}
      </div>
      <Choice
        legend={t("form.repeat")}
        options={(["once", "daily", "weekly"] as const).map((value) => ({ value, label: t(`form.every.${value}`) }))}
        value={draft.repeat}
        onChange={(repeat) => onChange({ repeat })}
      />
    </>
  );
}

function CountFields({ draft, onChange }: FieldsProps) {
  const { t } = useTranslation("competitions");
  const number = (name: "price" | "games" | "x") => (
    <Field
      label={t(`form.${name}`)}
      inputMode="numeric"
      value={draft[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  );
  return (
    <>
      <div className={styles.pair}>
        {number("price")}
        {number("games")}
      </div>
      <Choice
        legend={t("form.kind")}
        options={(["total", "best_x"] as const).map((value) => ({ value, label: t(`form.kinds.${value}`) }))}
        value={draft.kind}
        onChange={(kind) => onChange({ kind })}
      />
      {draft.kind === "best_x" && number("x")}
    </>
  );
}

function PrizeFields({ draft, onChange }: FieldsProps) {
  const { t } = useTranslation("competitions");
  const prizesOf = (mode: PlanDraft["mode"]) => (mode === "growing" ? "5000, 3000, 2000" : "5000, 3000, 1000");
  return (
    <>
      <Choice
        legend={t("form.mode")}
        options={(["growing", "fixed"] as const).map((value) => ({ value, label: t(`form.modes.${value}`) }))}
        value={draft.mode}
        onChange={(mode) => onChange({ mode, prizes: prizesOf(mode) })}
      />
      <Field
        label={t(draft.mode === "growing" ? "form.shares" : "form.prizes")}
        hint={t(draft.mode === "growing" ? "form.sharesHint" : "form.prizesHint")}
        value={draft.prizes}
        onChange={(event) => onChange({ prizes: event.target.value })}
      />
      {draft.mode === "growing" && (
        <Field
          label={t("form.guarantee")}
          inputMode="numeric"
          value={draft.guarantee}
          onChange={(event) => onChange({ guarantee: event.target.value })}
        />
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
