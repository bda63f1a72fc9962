import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Setting, Settings } from "../../../generated/rest";
import { useSays } from "../../../i18n/useWords";
import { newId } from "../../../net/ids";
import { Button } from "../../../parts/Button";
import { Field } from "../../../parts/Field";
import { useKept } from "../../chips/useKept";
import styles from "../Staff.module.css";
import { staffRest } from "../staffRest";
import { useToken } from "../useStaff";

/** Settings that can be changed while the platform runs: numbers of cards, and lists of words in chat. */
export function SettingsForm({ onPlaced }: { onPlaced: () => void }) {
  const { t } = useTranslation("staff");
  const says = useSays();
  const token = useToken();
  const { value, refused, busy, act } = useKept<Settings>(() => staffRest.settings(token));
  const [drafts, setDrafts] = useState<Record<string, string>>({});
  const [reason, setReason] = useState("");
  const save = async (setting: Setting) => {
    const written = drafts[setting.name] ?? "";
    const operation = { kind: "change_setting" as const, name: setting.name, value: valueOf(setting, written) };
    if ((await act(() => staffRest.order(token, { id: newId(), reason, operation }))) === null) return;
    setDrafts(({ [setting.name]: _done, ...others }) => others);
    setReason("");
    onPlaced();
  };
  const write = (name: string, text: string) => setDrafts({ ...drafts, [name]: text });
  return (
    <div className={styles.form}>
      <Field
        label={t("decide.reason")}
        hint={t("operations.reason")}
        value={reason}
        maxLength={500}
        onChange={(event) => setReason(event.target.value)}
      />
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {(value?.settings ?? []).map((each) => (
        <div key={each.name} className={styles.setting}>
          <Written setting={each} text={drafts[each.name] ?? shown(each.value)} onChange={write} />
          <Button
            busy={busy}
            disabled={(drafts[each.name] ?? shown(each.value)) === shown(each.value)}
            onClick={() => void save(each)}
            aria-label={t("operations.save", { setting: t(`operations.names.${each.name as "yellow_days"}`) })}
          >
            {t("operations.saveShort")}
          </Button>
        </div>
      ))}
    </div>
  );
}

interface WrittenProps {
  setting: Setting;
  text: string;
  onChange: (name: string, text: string) => void;
}

function Written({ setting, text, onChange }: WrittenProps) {
  const { t } = useTranslation("staff");
  const label = t(`operations.names.${setting.name as "yellow_days"}`);
  if (!Array.isArray(setting.value)) {
    return (
      <Field
        label={label}
        hint={t("operations.range", { min: setting.min, max: setting.max, usual: setting.usual })}
        inputMode="numeric"
        value={text}
        onChange={(event) => onChange(setting.name, event.target.value)}
      />
    );
  }
  return (
    <label className={styles.words}>
      {label}
      <textarea rows={6} value={text} onChange={(event) => onChange(setting.name, event.target.value)} />
    </label>
  );
}

const shown = (value: Setting["value"]) => (Array.isArray(value) ? value.join("\n") : String(value));

/** A line a word; of a number what cannot be read is out of every range. */
function valueOf(setting: Setting, text: string): number | string[] {
  if (Array.isArray(setting.value)) return text.split("\n").filter((line) => line.trim());
  return /^\d{1,5}$/.test(text.trim()) ? Number(text) : 10_000;
}
