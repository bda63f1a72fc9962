import { useTranslation } from "react-i18next";
import { useRoom } from "../../app/context";
import { rakeChips, winnerChips } from "../../economy/rake";
import { mayBeFriendly, STAKE_MAX, STAKE_MIN, stakeError, USUAL_STAKES } from "../../economy/stakes";
import { useFormats } from "../../i18n/useFormats";
import { useSays } from "../../i18n/useWords";
import { ChipSign } from "../../parts/Amount";
import { Field } from "../../parts/Field";
import { seatsOf, sidesOf } from "../../state/games";
import type { FieldProps } from "./CreateTableDialog";
import styles from "./StakeField.module.css";

/** What every player puts up, and what that means for whoever wins. */
export function StakeField({ draft, onChange }: FieldProps) {
  const { t } = useTranslation();
  const says = useSays();
  const { number } = useFormats();
  const { chips } = useRoom();
  const { game, stakeChips } = draft;
  const error = stakeError(stakeChips, game.game, chips);
  const usual = mayBeFriendly(game.game) ? [0, ...USUAL_STAKES] : USUAL_STAKES;
  return (
    <div className={styles.stake}>
      <Field
        label={t("create.stake")}
        type="number"
        inputMode="numeric"
        min={mayBeFriendly(game.game) ? 0 : STAKE_MIN}
        max={STAKE_MAX}
        step={1}
        required
        value={Number.isNaN(stakeChips) ? "" : stakeChips}
        onChange={(event) => onChange({ stakeChips: event.target.valueAsNumber })}
        error={error && says({ code: error })}
        hint={`${useMeaning(draft)} ${t("create.youHave", { chips: t("common.chips", { count: chips }) })}`}
        end={
          <span className={styles.sign}>
            <ChipSign />
          </span>
        }
      />
      <div className={styles.usual}>
        {usual.map((chipsOf) => (
          <button
            key={chipsOf}
            type="button"
            className="num"
            aria-pressed={stakeChips === chipsOf}
            disabled={chipsOf > chips}
            onClick={() => onChange({ stakeChips: chipsOf })}
          >
            {chipsOf === 0 ? t("create.stakeFriendly") : number(chipsOf)}
          </button>
        ))}
      </div>
    </div>
  );
}

/** What the winner receives and what the house keeps. */
function useMeaning({ game, options, stakeChips }: FieldProps["draft"]): string {
  const { t } = useTranslation();
  const { number } = useFormats();
  if (!(stakeChips > 0)) return t("create.rakeNone");
  const seats = seatsOf(game, options);
  const sides = sidesOf(game, seats);
  const values = { winner: number(winnerChips(stakeChips, sides)), rake: number(rakeChips(stakeChips)) };
  return t(seats === 2 ? "create.rakeTwo" : "create.rakeMany", values);
}
