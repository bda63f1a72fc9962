import { useTranslation } from "../../i18n/useTranslation";
import { Choice } from "../../parts/Choice";
import { CLOCK_FACTORS, type FieldProps, mayLengthen } from "./useDraft";

const NONE = "none";

/** How long one may think: without a stake the game's clock may be longer, and practice needs none at all. */
export function ClockChoice({ draft, onChange }: FieldProps) {
  const { t } = useTranslation("play");
  const { company, timed, clockFactor } = draft;
  if (!mayLengthen(draft)) return null;
  const practises = company === "computer";
  const isNone = practises && !timed;
  const factors = CLOCK_FACTORS.map((factor) => ({
    value: String(factor),
    label: factor === 1 ? t("clock.usual") : t("clock.times", { factor }),
  }));
  const choose = (value: string) =>
    onChange(value === NONE ? { timed: false, clockFactor: 1 } : { timed: practises, clockFactor: Number(value) });
  return (
    <Choice
      legend={t("clock.title")}
      options={practises ? [{ value: NONE, label: t("clock.none") }, ...factors] : factors}
      value={isNone ? NONE : String(clockFactor)}
      hint={isNone ? t("clock.noneHint") : clockFactor > 1 && !practises ? t("clock.unrated") : undefined}
      onChange={choose}
    />
  );
}
