import { type FormEvent, useState } from "react";
import type { FoundPlayer } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { PersonPicker } from "./PersonPicker";
import styles from "./Staff.module.css";
import type { AuditWanted } from "./staffRest";
import { ACTIONS, useCodes } from "./useAuditWords";

/** Which entries are looked for: by whom, about whom, what, when, and a word of the reason. */
export function AuditFilter({ onWanted }: { onWanted: (wanted: AuditWanted) => void }) {
  const { t } = useTranslation("staff");
  const { action } = useCodes();
  const { compare } = useFormats();
  const [by, setBy] = useState<FoundPlayer | null>(null);
  const [of, setOf] = useState<FoundPlayer | null>(null);
  const [kind, setKind] = useState("");
  const [from, setFrom] = useState("");
  const [until, setUntil] = useState("");
  const [text, setText] = useState("");
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onWanted({
      ...(by && { actor: by.account }),
      ...(of && { subject: of.account }),
      ...(kind && { action: kind }),
      ...(from && { from_ms: new Date(from).getTime() }),
      ...(until && { until_ms: new Date(until).getTime() }),
      ...(text.trim() && { text: text.trim() }),
    });
  };
  const reset = () => {
    setBy(null);
    setOf(null);
    for (const set of [setKind, setFrom, setUntil, setText]) set("");
    onWanted({});
  };
  return (
    <details className={styles.change}>
      <summary>{t("audit.filter")}</summary>
      <Picked label={t("audit.by")} picked={by} onPick={setBy} />
      <Picked label={t("audit.of")} picked={of} onPick={setOf} />
      <form className={styles.row} onSubmit={apply}>
        <label>
          {t("audit.action")}{" "}
          <select value={kind} onChange={(event) => setKind(event.target.value)}>
            <option value="">{t("audit.anyAction")}</option>
            {ACTIONS.toSorted((one, other) => compare(action(one), action(other))).map((each) => (
              <option key={each} value={each}>
                {action(each)}
              </option>
            ))}
          </select>
        </label>
        <Field label={t("audit.from")} type="datetime-local" value={from} onChange={(e) => setFrom(e.target.value)} />
        <Field
          label={t("audit.until")}
          type="datetime-local"
          value={until}
          onChange={(e) => setUntil(e.target.value)}
        />
        <Field label={t("audit.text")} value={text} maxLength={100} onChange={(e) => setText(e.target.value)} />
        <Button kind="action" type="submit">
          {t("audit.apply")}
        </Button>
        <Button onClick={reset}>{t("audit.reset")}</Button>
      </form>
    </details>
  );
}

interface PickedProps {
  label: string;
  picked: FoundPlayer | null;
  onPick: (player: FoundPlayer | null) => void;
}

/** Somebody who was picked, or the search for somebody. */
function Picked({ label, picked, onPick }: PickedProps) {
  const { t } = useTranslation("staff");
  if (picked === null) return <PersonPicker label={label} onPick={onPick} />;
  return (
    <p className={styles.row}>
      {label}: <strong>{picked.name}</strong> <Button onClick={() => onPick(null)}>{t("player.cancel")}</Button>
    </p>
  );
}
