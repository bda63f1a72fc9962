import { useRoom } from "../../app/context";
import { leastStake, rakeChips, stakeError, usualStakes, winnerChips } from "../../economy/rules";
import { useStakeRules } from "../../economy/useStakeRules";
import type { StakeRules } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { ChipSign } from "../../parts/Amount";
import { Field } from "../../parts/Field";
import { seatsOf, sidesOf } from "../../state/games";
import { ClockChoice } from "./ClockChoice";
import type { FieldProps } from "./useDraft";
import { isVisitor } from "../../state/visitors";
import styles from "./StakeField.module.css";

/** What every player puts up, and what that means for whoever wins. */
export function StakeField(props: FieldProps) {
  const { t } = useTranslation(["app", "play"]);
  const rules = useStakeRules();
  if (!rules) return <p role="status">{t("play:stakes.unknown")}</p>;
  return (
    <>
      <Stakes rules={rules} {...props} />
      <ClockChoice {...props} />
    </>
  );
}

function Stakes({ rules, draft, onChange }: FieldProps & { rules: StakeRules }) {
  const { t } = useTranslation();
  const says = useSays();
  const { number } = useFormats();
  const { t: visits } = useTranslation("visits");
  const { me, chips: own } = useRoom();
  const isAway = isVisitor(me);
  const chips = isAway ? Infinity : own; // what a visitor has, the home knows when the stake is put up
  const { game, stakeChips } = draft;
  const has = t("common.chips", { count: own });
  const error = stakeError(rules, stakeChips, game.game, chips);
  const usual = usualStakes(rules, game.game);
  return (
    <div className={styles.stake}>
      <Field
        label={t("create.stake")}
        type="number"
        inputMode="numeric"
        min={leastStake(rules, game.game)}
        max={rules.max_chips}
        step={1}
        required
        value={Number.isNaN(stakeChips) ? "" : stakeChips}
        onChange={(event) => onChange({ stakeChips: event.target.valueAsNumber })}
        error={error && says({ code: error })}
        hint={`${useMeaning(rules, draft)} ${isAway ? visits("stakeHint", { chips: has }) : t("create.youHave", { chips: has })}`}
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

/** What the winner receives and what the platform keeps. */
function useMeaning(rules: StakeRules, { game, options, stakeChips }: FieldProps["draft"]): string {
  const { t } = useTranslation();
  const { number } = useFormats();
  if (!(stakeChips > 0)) return t("create.rakeNone");
  const seats = seatsOf(game, options);
  const sides = sidesOf(game, seats);
  const values = { winner: number(winnerChips(rules, stakeChips, sides)), rake: number(rakeChips(rules, stakeChips)) };
  return t(seats === 2 ? "create.rakeTwo" : "create.rakeMany", values);
}
