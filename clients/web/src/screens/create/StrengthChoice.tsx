import { useApp, useClient } from "../../app/context";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { figureOf, recordOf } from "../../people/strengthRecord";
import { computerAt, useComputerName } from "../../people/useComputerNames";
import { Choice } from "../../parts/Choice";
import { type Strength, STRENGTHS } from "../../state/settings";

interface Props {
  /** How the strengths have fared there is said too. */
  game?: string | null;
  /** The chairs on which computers will sit. */
  seats?: readonly number[];
}

/** How well the computer plays, and by whom; this browser remembers it. */
export function StrengthChoice({ game = null, seats = [1, 2, 3] }: Props) {
  const { t } = useTranslation("play");
  const { list } = useFormats();
  const client = useClient();
  const called = useComputerName();
  const measured = useMeasured(game);
  const strength = useApp((state) => state.settings.strength);
  const names = list(seats.map((seat) => called(computerAt(seat, strength))));
  const hint = [t("strength.meet", { names }), t(`strength.hint.${strength}`), ...measured];
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

/** What was measured of the chosen strength at a game, in sentences. */
function useMeasured(game: string | null): string[] {
  const { t } = useTranslation("play");
  const { number } = useFormats();
  const strength = useApp((state) => state.settings.strength);
  if (game === null) return [];
  const said = [];
  const record = recordOf(game, strength);
  if (record) {
    const [one, other] = record;
    const names = { one: t(`strength.${one.against}`), other: t(`strength.${other.against}`) };
    said.push(t("strength.record", { ...names, onePercent: one.percent, otherPercent: other.percent }));
  }
  const figure = figureOf(game, strength);
  if (figure) said.push(t(`strength.${figure.kind}`, { value: number(figure.value) }));
  return said;
}
