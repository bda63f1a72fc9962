import { type FormEvent, useState } from "react";
import { ask, type MailChoices, type PushChoices } from "kafeneio-client";
import { useRoom } from "../../app/context";
import { beLeftAlone, beNotified, isNotified, type Obstacle, obstacle } from "../../app/push";
import { type Resource, useResource } from "../../app/useResource";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { Switch } from "../../parts/Switch";
import { readTime, writeTime } from "../companies/when";
import styles from "./Account.module.css";

type Kind = PushChoices["kinds"][number];
type MailKind = MailChoices["kinds"][number];
const MAIL_KINDS: readonly MailKind[] = ["call", "evening", "soon", "game", "prize"];
const KINDS: readonly Kind[] = ["turn", ...MAIL_KINDS, "problem"];

const zoneHere = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Of what one is notified while no page is open, when not, whether in this browser and whether by mail. */
export function PushPart({ token }: { token: string }) {
  const { t } = useTranslation("push");
  const says = useSays();
  const { me } = useRoom();
  const [inTheWay, setInTheWay] = useState<Obstacle | null>(obstacle);
  const [here, setHere] = useState(() => isNotified(me.account));
  const { value, refused, busy, act } = useResource(() => ask("GET /api/me/push", { token }));
  const mails = useResource(() => ask("GET /api/me/mails", { token }));
  const isOffered = value?.key !== "";
  if (!isOffered && !mails.value?.offered) return null;
  const turn = (on: boolean) =>
    void act(
      () => (on ? beNotified(token, me.account) : beLeftAlone(token)),
      (found, held) => {
        setHere(on && typeof found !== "string");
        setInTheWay(typeof found === "string" ? found : obstacle());
        return typeof found === "string" ? held : found;
      },
    );
  const choose = (change: Change) => {
    if (!value) return;
    const { kinds, quiet, problem_minute } = { ...value, ...change };
    void act(
      () => ask("PUT /api/me/push", { token, body: { kinds, quiet, problem_minute } }),
      (found) => found,
    );
  };
  const isQuietAsked = value && (value.browsers > 0 || (mails.value?.kinds.length ?? 0) > 0);
  const wrong = refused ?? mails.refused;
  return (
    <section className={styles.part} aria-labelledby="push">
      <h2 id="push">{t("title")}</h2>
      <p className={styles.prose}>{t(isOffered ? "lead" : "mail.lead")}</p>
      <div className={value ? styles.narrow : styles.awaited}>
        {isOffered && inTheWay && (
          <p className={styles.prose} role="status">
            {t(`obstacles.${inTheWay}`)}
          </p>
        )}
        {isOffered && (!inTheWay || inTheWay === "unreached") && (
          <Switch label={t("here")} hint={t("hereHint")} on={here} onChange={turn} />
        )}
        {isOffered && value && value.browsers > 0 && <Chosen value={value} busy={busy} onChange={choose} />}
        {mails.value?.offered && <Mails token={token} chosen={mails.value} act={mails.act} />}
        {isQuietAsked && (
          <Quiet
            key={`${value.quiet.from_minute}-${value.quiet.to_minute}`}
            quiet={value.quiet}
            busy={busy}
            onChange={(quiet) => choose({ quiet })}
          />
        )}
      </div>
      {wrong !== null && <p role="alert">{says({ code: wrong })}</p>}
    </section>
  );
}

type Change = Partial<Pick<PushChoices, "kinds" | "quiet" | "problem_minute">>;

interface ChosenProps {
  value: PushChoices;
  busy: boolean;
  onChange: (change: Change) => void;
}

/** Of what one is notified, and when of the problem of the day. */
function Chosen({ value, busy, onChange }: ChosenProps) {
  const { t } = useTranslation("push");
  const minute = value.problem_minute;
  return (
    <>
      <Kinds legend={t("of")} kinds={KINDS} chosen={value.kinds} onChange={(kinds) => onChange({ kinds })} />
      {value.kinds.includes("problem") && (
        <ProblemHour
          key={minute}
          minute={minute}
          busy={busy}
          onChange={(problem_minute) => onChange({ problem_minute })}
        />
      )}
    </>
  );
}

interface HourProps {
  minute: number;
  busy: boolean;
  onChange: (minute: number) => void;
}

/** When the problem of the day is named. */
function ProblemHour({ minute, busy, onChange }: HourProps) {
  const { t } = useTranslation("push");
  const [at, setAt] = useState(writeTime(minute));
  const chosen = readTime(at);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen !== null) onChange(chosen);
  };
  return (
    <form className={styles.times} onSubmit={submit}>
      <Field label={t("problem.at")} type="time" required value={at} onChange={(event) => setAt(event.target.value)} />
      <Button type="submit" busy={busy} disabled={chosen === null || chosen === minute}>
        {t("problem.save")}
      </Button>
      <p className={styles.hint}>{t("problem.hint")}</p>
    </form>
  );
}

interface MailsProps {
  token: string;
  chosen: MailChoices;
  act: Resource<MailChoices>["act"];
}

function Mails({ token, chosen, act }: MailsProps) {
  const { t } = useTranslation("push");
  if (!chosen.confirmed) return <p className={styles.hint}>{t("mail.unconfirmed")}</p>;
  const choose = (kinds: MailKind[]) =>
    void act(
      () => ask("PUT /api/me/mails", { token, body: { kinds, zone: zoneHere() } }),
      (found) => found,
    );
  return <Kinds legend={t("mail.title")} kinds={MAIL_KINDS} chosen={chosen.kinds} onChange={choose} />;
}

interface KindsProps<Of extends Kind> {
  legend: string;
  kinds: readonly Of[];
  chosen: readonly Of[];
  onChange: (kinds: Of[]) => void;
}

function Kinds<Of extends Kind>({ legend, kinds, chosen, onChange }: KindsProps<Of>) {
  const { t } = useTranslation("push");
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {kinds.map((kind) => (
        <Switch
          key={kind}
          label={t(`kinds.${kind as Kind}`)}
          on={chosen.includes(kind)}
          onChange={(on) => onChange(kinds.filter((each) => (each === kind ? on : chosen.includes(each))))}
        />
      ))}
    </fieldset>
  );
}

type QuietHours = PushChoices["quiet"];
const USUAL: Pick<QuietHours, "from_minute" | "to_minute"> = { from_minute: 23 * 60, to_minute: 8 * 60 };

interface QuietProps {
  quiet: QuietHours;
  busy: boolean;
  onChange: (quiet: QuietHours) => void;
}

function Quiet({ quiet, busy, onChange }: QuietProps) {
  const { t } = useTranslation("push");
  const zone = zoneHere();
  const isOn = quiet.from_minute !== quiet.to_minute;
  const [from, setFrom] = useState(writeTime(quiet.from_minute));
  const [to, setTo] = useState(writeTime(quiet.to_minute));
  const [fromMinute, toMinute] = [readTime(from), readTime(to)];
  const isChanged = fromMinute !== quiet.from_minute || toMinute !== quiet.to_minute;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fromMinute !== null && toMinute !== null) onChange({ from_minute: fromMinute, to_minute: toMinute, zone });
  };
  return (
    <fieldset className={styles.choices}>
      <legend>{t("quiet.title")}</legend>
      <Switch
        label={t("quiet.on")}
        hint={t("quiet.hint")}
        on={isOn}
        onChange={(on) => onChange({ ...(on ? USUAL : { from_minute: 0, to_minute: 0 }), zone })}
      />
      {isOn && (
        <form className={styles.times} onSubmit={submit}>
          <Field
            label={t("quiet.from")}
            type="time"
            required
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
          <Field
            label={t("quiet.to")}
            type="time"
            required
            value={to}
            onChange={(event) => setTo(event.target.value)}
          />
          <Button type="submit" busy={busy} disabled={!isChanged || fromMinute === null || toMinute === null}>
            {t("quiet.save")}
          </Button>
        </form>
      )}
      {isOn && <p className={styles.hint}>{t("quiet.zone", { zone: quiet.zone })}</p>}
    </fieldset>
  );
}
