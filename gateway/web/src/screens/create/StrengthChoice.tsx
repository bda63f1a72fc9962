import { useTranslation } from "react-i18next";
import { useApp, useClient } from "../../app/context";
import { Choice } from "../../parts/Choice";
import { type Strength, STRENGTHS } from "../../state/settings";

/** How well the computer plays; this browser remembers it. */
export function StrengthChoice() {
  const { t } = useTranslation("play");
  const client = useClient();
  const strength = useApp((state) => state.settings.strength);
  return (
    <Choice<Strength>
      legend={t("strength.title")}
      options={STRENGTHS.map((value) => ({ value, label: t(`strength.${value}`) }))}
      value={strength}
      hint={t(`strength.hint.${strength}`)}
      onChange={(chosen) => client.setSettings({ strength: chosen })}
    />
  );
}
