import { useTranslation } from "../../i18n/useTranslation";
import { Choice } from "../../parts/Choice";
import { Switch } from "../../parts/Switch";
import { otherSeats } from "../../state/games";
import { StrengthChoice } from "./StrengthChoice";
import type { FieldProps } from "./useDraft";

/** How one practises: with how many computers (friends take the other chairs), and whether a clock runs. */
export function PracticeFields({ draft, onChange }: FieldProps) {
  const { t } = useTranslation(["app", "play"]);
  const others = otherSeats(draft.game, draft.options).length;
  const counts = Array.from({ length: others }, (_, at) => others - at);
  return (
    <>
      {others > 1 && (
        <Choice
          legend={t("play:practice.computers")}
          options={counts.map((count) => ({ value: String(count), label: String(count) }))}
          value={String(Math.min(draft.computers ?? others, others))}
          hint={t("play:practice.computersHint")}
          onChange={(count) => onChange({ computers: Number(count) })}
        />
      )}
      <StrengthChoice game={draft.game.game} />
      <Switch
        label={t("play:practice.timed")}
        hint={t("play:practice.timedHint")}
        on={draft.timed}
        onChange={(timed) => onChange({ timed })}
      />
      <p>{t("create.practiceNote")}</p>
    </>
  );
}
