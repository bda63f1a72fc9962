import { useApp, useClient } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { recordOf } from "../../people/strengthRecord";
import { Choice } from "../../parts/Choice";
import { type Strength, STRENGTHS } from "../../state/settings";

/** How well the computer plays; this browser remembers it. `game`: how the strengths have fared there is said too. */
export function StrengthChoice({ game = null }: { game?: string | null }) {
  const { t } = useTranslation("play");
  const client = useClient();
  const strength = useApp((state) => state.settings.strength);
  const record = game === null ? null : recordOf(game, strength);
  const hint = [t(`strength.hint.${strength}`)];
  if (record) {
    const [one, other] = record;
    const names = { one: t(`strength.${one.against}`), other: t(`strength.${other.against}`) };
    hint.push(t("strength.record", { ...names, onePercent: one.percent, otherPercent: other.percent }));
  }
  return (
    <Choice<Strength>
      legend={t("strength.title")}
      options={STRENGTHS.map((value) => ({ value, label: t(`strength.${value}`) }))}
      value={strength}
      hint={hint.join(" ")}
      onChange={(chosen) => client.setSettings({ strength: chosen })}
    />
  );
}
