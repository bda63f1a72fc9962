import { type FormEvent, useState } from "react";
import type { Setting } from "kafeneio-client";
import { useFormats } from "../../../i18n/useFormats";
import { useTranslation } from "../../../i18n/useTranslation";
import { useGameWords, useSays } from "../../../i18n/useWords";
import { Button } from "../../../parts/Button";
import { Choice } from "../../../parts/Choice";
import { Field } from "../../../parts/Field";
import { MultiChoice } from "../../../parts/MultiChoice";
import { useApp } from "../../../app/context";
import { useRequest } from "../../../app/useRequest";
import { staffRest } from "../staffRest";
import { useToken } from "../useStaff";
import styles from "./Settings.module.css";
import { textOf, type Value, valueOf } from "./settingText";

interface Props {
  setting: Setting;
  name: string;
  isOpen: boolean;
  busy: boolean;
  /** A code of why the last change was refused. */
  refused: string | null;
  onOpen: (isOpen: boolean) => void;
  onChange: (value: Value, reason: string) => Promise<void>;
}

/** The setting that lists games. */
const GAMES = "friendly_games";
const REASON_MIN = 10;
const REASON_MAX = 500;

/** A setting with its value; opened, a form that changes it. */
export function SettingRow(props: Props) {
  const { setting, name, isOpen, onOpen } = props;
  const { t } = useTranslation("setting");
  const shown = useShown(setting);
  const text = textOf(setting.kind, setting.value);
  const isChanged = text !== textOf(setting.kind, setting.usual);
  return (
    <li className={styles.setting} data-open={isOpen}>
      <div className={styles.head}>
        <span className={styles.name}>{name}</span>
        <div className={styles.value}>
          <strong>{shown(setting.value)}</strong>
          {isChanged && <small> ({t("usual", { usual: shown(setting.usual) })})</small>}
        </div>
        {!isOpen && (
          <Button onClick={() => onOpen(true)} aria-label={t("change", { setting: name })}>
            {t("changeShort")}
          </Button>
        )}
      </div>
      {isOpen && <SettingForm {...props} />}
    </li>
  );
}

function SettingForm({ setting, name, busy, refused, onOpen, onChange }: Props) {
  const { t } = useTranslation("setting");
  const { t: staff } = useTranslation("staff");
  const says = useSays();
  const [text, setText] = useState(textOf(setting.kind, setting.value));
  const [reason, setReason] = useState("");
  const shown = useShown(setting);
  const value = valueOf(setting.kind, text);
  const isSame = text === textOf(setting.kind, setting.value);
  const usual = textOf(setting.kind, setting.usual);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (value !== null && !busy) void onChange(value, reason);
  };
  return (
    <form className={styles.form} onSubmit={save}>
      <Written setting={setting} name={name} text={text} isReadable={value !== null} onChange={setText} />
      <Field
        label={staff("decide.reason")}
        value={reason}
        maxLength={REASON_MAX}
        onChange={(event) => setReason(event.target.value)}
      />
      {value !== null && !isSame && (
        <p role="status">
          {t("willBe", { before: shown(setting.value), after: shown(value) })}{" "}
          {t(`concerns.${setting.service as "wallet"}`)}
        </p>
      )}
      {setting.name === "reporters_signal" && typeof value === "number" && !isSame && <Trial value={value} />}
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {busy && <p role="status">{t("waits")}</p>}
      <div className={styles.buttons}>
        <Button
          type="submit"
          busy={busy}
          disabled={value === null || isSame || reason.trim().length < REASON_MIN}
          kind="action"
        >
          {t("save")}
        </Button>
        {text !== usual && (
          <Button type="button" onClick={() => setText(usual)}>
            {t("useUsual")}
          </Button>
        )}
        <Button type="button" onClick={() => onOpen(false)}>
          {t("cancel")}
        </Button>
      </div>
    </form>
  );
}

/** What the last days would have come to by another threshold of a signal. */
function Trial({ value }: { value: number }) {
  const { t } = useTranslation("setting");
  const token = useToken();
  const tried = useRequest(`trial ${value}`, () => staffRest.tryThreshold(token, value));
  if (tried.state !== "here") return null;
  return <p role="status">{t("tried", { cases: tried.value.cases, now: tried.value.cases_now })}</p>;
}

/** Games by their names, a game a line as the setting has them. */
function GamePicker({ name, text, onChange }: Pick<WrittenProps, "name" | "text" | "onChange">) {
  const games = useApp((state) => state.catalogue) ?? [];
  const words = useGameWords();
  const chosen = text.split("\n").filter(Boolean);
  const known = [...new Set([...games.map((each) => each.game), ...chosen])];
  return (
    <MultiChoice
      legend={name}
      options={known.map((value) => ({ value, label: words.name(value) }))}
      chosen={chosen}
      onChange={(picked) => onChange(picked.join("\n"))}
    />
  );
}

interface WrittenProps {
  setting: Setting;
  name: string;
  text: string;
  isReadable: boolean;
  onChange: (text: string) => void;
}

function Written({ setting, name, text, isReadable, onChange }: WrittenProps) {
  const { t } = useTranslation("setting");
  if (setting.name === GAMES) return <GamePicker name={name} text={text} onChange={onChange} />;
  if (setting.kind === "choice") {
    const options = setting.choices.map((value) => ({ value, label: t(`choices.${value as "wait"}`) }));
    return <Choice legend={name} options={options} value={text} onChange={onChange} />;
  }
  const isLines = setting.kind === "words" || setting.kind === "steps";
  const range = setting.kind === "number" ? t("range", { min: setting.min, max: setting.max }) : undefined;
  const hint = setting.kind === "numbers" ? t("numbers") : range;
  if (!isLines) {
    return (
      <Field
        label={name}
        hint={hint}
        error={isReadable ? null : t("unreadable")}
        inputMode={setting.kind === "number" ? "numeric" : undefined}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  return (
    <label className={styles.lines}>
      {name}
      <textarea rows={8} value={text} onChange={(event) => onChange(event.target.value)} />
      {setting.kind === "steps" && <small>{t("steps")}</small>}
      {!isReadable && <small role="alert">{t("unreadable")}</small>}
    </label>
  );
}

/** A value in few words. */
function useShown(setting: Setting): (value: Value) => string {
  const { t } = useTranslation("setting");
  const { number } = useFormats();
  const words = useGameWords();
  return (value) => {
    if (setting.name === GAMES && Array.isArray(value)) return value.map((each) => words.name(String(each))).join(", ");
    if (setting.kind === "choice") return t(`choices.${String(value) as "wait"}`);
    if (typeof value === "number") return number(value);
    if (!Array.isArray(value)) return typeof value === "string" && value ? value : "–";
    if (setting.kind === "steps") return textOf("steps", value).replaceAll("\n", " %, ").concat(" %");
    return value.length > 4 ? t("words", { count: value.length }) : value.join(", ") || "–";
  };
}
