import { type FormEvent, useState } from "react";
import { rest, type CareCard, type LimitBody, type LimitLine } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Choice } from "../../parts/Choice";
import { Field } from "../../parts/Field";
import { useWhen } from "../records/useWhen";
import { ChipsPaper } from "./ChipsPaper";
import styles from "./Chips.module.css";
import { Principles } from "./Principles";
import { useMoney } from "../../i18n/useAmounts";
import { type Resource, useResource } from "../../app/useResource";

const GROUPS = ["deposit", "loss", "stake", "session"] as const;
const PERIODS = ["24h", "7d", "30d", "180d", "365d", "indefinite"] as const;
const MINUTE_MS = 60_000;

type Group = (typeof GROUPS)[number];
type Name = LimitBody["name"];

export function LimitsScreen({ token }: { token: string }) {
  const { t } = useTranslation("economy");
  const says = useSays();
  const kept = useResource(() => rest.care(token));
  const { value, refused, busy } = kept;
  return (
    <ChipsPaper at="limits" title={t("limits.title")} lead={t("limits.lead")} helpline={value?.helpline ?? null}>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {!value && busy && <p role="status">{t("busy")}</p>}
      {value && (
        <>
          <Session card={value} />
          {GROUPS.map((group) => (
            <LimitGroup key={group} group={group} token={token} card={value} kept={kept} />
          ))}
          <Exclusion token={token} card={value} kept={kept} />
          <section className={styles.part} aria-labelledby="principles">
            <h2 id="principles">{t("principles.title")}</h2>
            <Principles />
          </section>
        </>
      )}
    </ChipsPaper>
  );
}

function Session({ card }: { card: CareCard }) {
  const { t } = useTranslation("economy");
  const { signed } = useFormats();
  if (card.login_at_ms === null) return null;
  const count = Math.floor(card.played_ms / MINUTE_MS);
  return (
    <p className="num">
      <strong>{t("limits.session")}:</strong> {t("limits.played", { count, net: signed(card.net_chips) })}
    </p>
  );
}

interface Part {
  token: string;
  card: CareCard;
  kept: Resource<CareCard>;
}

function LimitGroup({ group, token, card, kept }: Part & { group: Group }) {
  const { t } = useTranslation("economy");
  const lines = card.limits.filter((line) => line.name.split("_")[0] === group);
  return (
    <section className={styles.part} aria-labelledby={`limit-${group}`}>
      <h2 id={`limit-${group}`}>
        {t(`limits.groups.${group}`)} <small>({t(`limits.units.${group}`)})</small>
      </h2>
      <div className={styles.limits}>
        {lines.map((line) => (
          <LimitForm
            key={`${line.name}-${line.value}-${line.pending_at_ms}`}
            group={group}
            line={line}
            token={token}
            kept={kept}
          />
        ))}
      </div>
    </section>
  );
}

interface Unit {
  /** What the field takes. */
  pattern: string;
  /** The limit that a text means; null: none. */
  read: (text: string) => number | null;
  /** A limit as one would type it. */
  write: (value: number) => string;
  /** A limit as it is said. */
  say: (value: number) => string;
}

/** Purchases are limited in euros, which the platform counts in cents; all else in whole numbers. */
function useUnit(group: Group): Unit {
  const money = useMoney();
  const { number } = useFormats();
  const [pattern, cents] = group === "deposit" ? ["[0-9]{1,10}([.,][0-9]{1,2})?", 100] : ["[0-9]{1,12}", 1];
  return {
    pattern,
    read: (text) => (new RegExp(`^${pattern}$`).test(text) ? Math.round(Number(text.replace(",", ".")) * cents) : null),
    write: (value) => (cents > 1 && value % cents > 0 ? (value / cents).toFixed(2) : String(value / cents)),
    say: group === "deposit" ? money : number,
  };
}

interface FormProps {
  group: Group;
  line: LimitLine;
  token: string;
  kept: Resource<CareCard>;
}

function LimitForm({ group, line, token, kept }: FormProps) {
  const { t } = useTranslation("economy");
  const when = useWhen();
  const unit = useUnit(group);
  const [text, setText] = useState(line.value === null ? "" : unit.write(line.value));
  const name = line.name as Name;
  const label = t(`limits.names.${name}`);
  const send = (value: number | null) =>
    void kept.act(
      () => rest.setLimit(token, { name, value }),
      (card) => card,
    );

  function submit(event: FormEvent) {
    event.preventDefault();
    const value = unit.read(text);
    if (value !== null) send(value);
  }

  const used = group === "stake" ? undefined : t("limits.used", { used: unit.say(line.used) });
  const shown = line.pending === null ? t("limits.notSet") : unit.say(line.pending);
  const pending =
    line.pending_at_ms === null ? undefined : t("limits.pending", { when: when(line.pending_at_ms), value: shown });
  const hint = pending ?? used;
  return (
    <form className={styles.limit} onSubmit={submit}>
      <Field
        label={label}
        {...(hint === undefined ? {} : { hint })}
        inputMode={group === "deposit" ? "decimal" : "numeric"}
        pattern={unit.pattern}
        placeholder={t("limits.notSet")}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button
        type="submit"
        busy={kept.busy}
        aria-label={t("limits.setFor", { name: `${t(`limits.groups.${group}`)}, ${label}` })}
      >
        {t("limits.set")}
      </Button>
      {line.value !== null && (
        <Button kind="plain" busy={kept.busy} onClick={() => send(null)}>
          {t("limits.remove")}
        </Button>
      )}
    </form>
  );
}

function Exclusion({ token, card, kept }: Part) {
  const { t } = useTranslation("economy");
  const when = useWhen();
  const [period, setPeriod] = useState<(typeof PERIODS)[number]>("24h");
  const [asked, setAsked] = useState(false);
  const shut = card.excluded_from_ms !== null;
  const until = card.excluded_until_ms;

  function exclude() {
    if (!asked) return setAsked(true);
    setAsked(false);
    void kept.act(
      () => rest.exclude(token, period),
      (answer) => answer,
    );
  }

  return (
    <section className={styles.part} aria-labelledby="exclusion">
      <h2 id="exclusion">{t("limits.exclusion")}</h2>
      {shut && (
        <p>
          <strong>
            {until === null ? t("limits.excludedIndefinite") : t("limits.excludedUntil", { when: when(until) })}
          </strong>
        </p>
      )}
      <p>{t("limits.exclusionLead")}</p>
      <Choice
        legend={t("limits.exclusion")}
        quietLegend
        options={PERIODS.map((value) => ({ value, label: t(`limits.periods.${value}`) }))}
        value={period}
        onChange={(value) => {
          setPeriod(value);
          setAsked(false);
        }}
      />
      <div className={styles.row}>
        <Button kind="danger" busy={kept.busy} onClick={exclude}>
          {asked ? t("limits.excludeSure", { period: t(`limits.periods.${period}`) }) : t("limits.exclude")}
        </Button>
        {shut && until === null && (
          <Button
            busy={kept.busy}
            onClick={() =>
              void kept.act(
                () => rest.revokeExclusion(token),
                (answer) => answer,
              )
            }
          >
            {t("limits.revoke")}
          </Button>
        )}
      </div>
    </section>
  );
}
