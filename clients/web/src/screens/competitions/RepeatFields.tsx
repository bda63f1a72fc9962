import { useTranslation } from "../../i18n/useTranslation";
import { Choice } from "../../parts/Choice";
import { Field } from "../../parts/Field";
import { MultiChoice } from "../../parts/MultiChoice";
import { weekdayName } from "../companies/when";
import { type Recurrence, RHYTHMS, WEEKDAYS } from "./recurrence";

interface Props {
  recurrence: Recurrence;
  onChange: (recurrence: Recurrence) => void;
  error: string | null;
}

/** On which days a competition comes again, how often these come, and until when. */
export function RepeatFields({ recurrence, onChange, error }: Props) {
  const { t, language } = useTranslation("competitions");
  return (
    <>
      <MultiChoice
        legend={t("form.days")}
        options={WEEKDAYS.map((value, number) => ({ value, label: weekdayName(number, language) }))}
        chosen={recurrence.days}
        onChange={(days) => onChange({ ...recurrence, days })}
        hint={t("form.daysHint")}
      />
      {error !== null && recurrence.days.length === 0 && <p role="alert">{t("form.noDay")}</p>}
      <Choice
        legend={t("form.rhythm")}
        options={RHYTHMS.map((value) => ({ value, label: t(`form.rhythms.${value}`) }))}
        value={recurrence.rhythm}
        onChange={(rhythm) => onChange({ ...recurrence, rhythm })}
      />
      <Field
        label={t("form.until")}
        hint={t("form.untilHint")}
        type="date"
        value={recurrence.until}
        onChange={(event) => onChange({ ...recurrence, until: event.target.value })}
      />
    </>
  );
}
