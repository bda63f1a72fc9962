import { useState } from "react";
import { newId, rest, serverClock, type CompanyLine, type GameInfo, type OwnCompetitionBody } from "kafeneio-client";
import { useApp } from "../../app/context";
import { goTo } from "../../app/pages";
import { refusal } from "../../app/useRequest";
import { useTranslation } from "../../i18n/useTranslation";
import { type Refusal, useSays, useWords } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Choice } from "../../parts/Choice";
import { Field } from "../../parts/Field";
import { useCompanies } from "../../people/companies";
import styles from "./Competitions.module.css";
import { type GameDraft, GameFields, playersOf } from "./GameFields";
import { toLocal } from "./planDraft";

const HOUR_MS = 3_600_000;
const MINUTES = [30, 60, 90, 120, 180] as const;
const GAMES = [1, 2, 3, 5] as const;
const PLACES = [4, 8, 16, 32] as const;
const NAME_MAX = 40;

interface Draft extends GameDraft {
  starts: string;
  minutes: number;
  rounds: number;
  places: number;
  audience: "friends" | "company" | "all";
  company: string;
}

/** The way to a competition of one's own. */
export function MakePart({ token }: { token: string }) {
  const { t } = useTranslation("competitions");
  const [open, setOpen] = useState(false);
  return (
    <section className={styles.part} aria-label={t("make.title")}>
      <h2>{t("make.title")}</h2>
      <p>{t("make.lead")}</p>
      <div className={styles.row}>
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          {t("make.open")}
        </Button>
      </div>
      {open && <MakeForm token={token} />}
    </section>
  );
}

function MakeForm({ token }: { token: string }) {
  const { t } = useTranslation("competitions");
  const games = useApp((state) => state.catalogue)?.filter((info) => !info.house_banked) ?? [];
  const first = games.find((info) => info.game === "tavli") ?? games[0];
  const companies = useCompanies(token)?.companies?.mine ?? [];
  const [draft, setDraft] = useState<Draft>(() => ({
    name: "",
    game: first?.game ?? "tavli",
    options: Object.fromEntries(Object.entries(first?.options ?? {}).map(([name, values]) => [name, values[0]])),
    starts: toLocal(Math.ceil((serverClock.nowMs() + HOUR_MS) / HOUR_MS) * HOUR_MS),
    minutes: 90,
    rounds: 3,
    places: 16,
    audience: "friends",
    company: "",
  }));
  const [id] = useState(newId);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const onChange = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const make = async () => {
    setBusy(true);
    setRefused(null);
    try {
      const company = draft.company || (companies[0]?.company ?? "");
      const made = await rest.makeCompetition(token, {
        id,
        ...bodyOf(draft, company),
        players: playersOf(games, draft),
      });
      goTo({ at: "competition", competition: made.competition });
    } catch (error) {
      setRefused(refusal(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={styles.form} aria-busy={busy} onSubmit={(event) => event.preventDefault()}>
      <Fields draft={draft} games={games} companies={companies} onChange={onChange} />
      {refused && <Refused refused={refused} />}
      <div className={styles.row}>
        <Button kind="action" busy={busy} onClick={() => void make()}>
          {t("make.make")}
        </Button>
      </div>
    </form>
  );
}

interface FieldsProps extends AudienceProps {
  games: readonly GameInfo[];
}

function Fields({ draft, games, companies, onChange }: FieldsProps) {
  const { t } = useTranslation("competitions");
  return (
    <>
      <GameFields games={games} draft={draft} onChange={onChange} nameError={null} nameMax={NAME_MAX} />
      <Field
        type="datetime-local"
        label={t("form.starts")}
        hint={t("make.startsHint")}
        value={draft.starts}
        onChange={(event) => onChange({ starts: event.target.value })}
      />
      <Numbers
        legend={t("make.minutes")}
        among={MINUTES}
        chosen={draft.minutes}
        onChange={(minutes) => onChange({ minutes })}
      />
      <Numbers
        legend={t("make.games")}
        among={GAMES}
        chosen={draft.rounds}
        onChange={(rounds) => onChange({ rounds })}
      />
      <Numbers
        legend={t("make.places")}
        among={PLACES}
        chosen={draft.places}
        onChange={(places) => onChange({ places })}
      />
      <Audience draft={draft} companies={companies} onChange={onChange} />
    </>
  );
}

function bodyOf(draft: Draft, company: string): Omit<OwnCompetitionBody, "id" | "players"> {
  return {
    name: draft.name.trim(),
    game: draft.game,
    options: draft.options,
    starts_at_ms: new Date(draft.starts).getTime() || 0,
    minutes: draft.minutes,
    games: draft.rounds,
    places: draft.places,
    audience: draft.audience,
    company: draft.audience === "company" ? company : null,
  };
}

interface NumbersProps {
  legend: string;
  among: readonly number[];
  chosen: number;
  onChange: (value: number) => void;
}

function Numbers({ legend, among, chosen, onChange }: NumbersProps) {
  return (
    <Choice
      legend={legend}
      options={among.map((value) => ({ value: String(value), label: String(value) }))}
      value={String(chosen)}
      onChange={(value) => onChange(Number(value))}
    />
  );
}

interface AudienceProps {
  draft: Draft;
  companies: readonly CompanyLine[];
  onChange: (change: Partial<Draft>) => void;
}

function Audience({ draft, companies, onChange }: AudienceProps) {
  const { t } = useTranslation("competitions");
  const kinds = companies.length > 0 ? (["friends", "company", "all"] as const) : (["friends", "all"] as const);
  return (
    <>
      <Choice
        legend={t("make.audience")}
        options={kinds.map((value) => ({ value, label: t(`make.audiences.${value}`) }))}
        value={draft.audience}
        onChange={(audience) => onChange({ audience })}
      />
      {draft.audience === "company" && (
        <Choice
          legend={t("make.company")}
          options={companies.map((each) => ({ value: each.company, label: each.name }))}
          value={draft.company || (companies[0]?.company ?? "")}
          onChange={(company) => onChange({ company })}
        />
      )}
    </>
  );
}

/** Why nothing was made, and which field it is about. */
function Refused({ refused }: { refused: Refusal }) {
  const says = useSays();
  const { has, lookUp } = useWords();
  const detail = refused.detail as { field?: unknown } | null | undefined;
  const key = `make.fields.${typeof detail?.field === "string" ? detail.field : ""}`;
  return (
    <p role="alert">
      {says(refused)} {has(key, "competitions") && lookUp(key, "competitions")}
    </p>
  );
}
