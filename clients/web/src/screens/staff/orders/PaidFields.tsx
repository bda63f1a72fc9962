import type { RoundEffect } from "kafeneio-client";
import { addressOf } from "../../../app/pages";
import { useRequest } from "../../../app/useRequest";
import { useChips } from "../../../i18n/useAmounts";
import { useFormats } from "../../../i18n/useFormats";
import { useTranslation } from "../../../i18n/useTranslation";
import { useSays } from "../../../i18n/useWords";
import { ButtonLink } from "../../../parts/ButtonLink";
import { Field } from "../../../parts/Field";
import { Switch } from "../../../parts/Switch";
import styles from "../Staff.module.css";
import { staffRest } from "../staffRest";
import { useNames, useToken } from "../useStaff";
import { amountOf, amountsOf, type FieldsProps } from "./draft";

/** What a paid round is paid anew: nothing but the bets, or an amount for each of its players; and what that changes. */
export function PaidFields({ draft, onChange }: Omit<FieldsProps, "kind">) {
  const { t } = useTranslation("staff");
  const says = useSays();
  const token = useToken();
  const { round, voids } = draft;
  const before = useRequest(round, round ? () => staffRest.tryRound(token, { round, credited: null }) : null);
  const credited = voids ? null : amountsOf(draft.amounts);
  const typed = credited ? JSON.stringify([round, credited]) : "";
  const after = useRequest(typed, credited ? () => staffRest.tryRound(token, { round, credited }) : null);
  if (!round) return null;
  const refused = [before, after].find((each) => each.state === "refused");
  const paid = before.state === "here" ? before.value : null;
  const effect = voids ? paid : after.state === "here" ? after.value : null;
  const fill = (on: boolean) => onChange({ voids: on, amounts: on || paid === null ? {} : asPaid(paid) });
  return (
    <>
      <ButtonLink href={addressOf({ at: "replay", match: shoeOf(round), hand: null, position: null })}>
        {t("operations.rounds.shoe")}
      </ButtonLink>
      <Switch label={t("operations.fields.voids")} on={voids} onChange={fill} />
      {refused && <p role="alert">{says(refused)}</p>}
      {!voids && paid !== null && <Amounts paid={paid} draft={draft} onChange={onChange} />}
      {effect && <Changes effect={effect} />}
    </>
  );
}

/** The shoe of a round, whose id is `{shoe}.{number}`. */
const shoeOf = (round: string) => round.slice(0, Math.max(round.lastIndexOf("."), 0)) || round;

/** What each player of a round was paid, as it is typed. */
const asPaid = ({ bets, last_credited: paid }: RoundEffect) =>
  Object.fromEntries(Object.keys(bets).map((account) => [account, String(paid[account] ?? 0)]));

/** A field of chips for each player of the round, by name. */
function Amounts({ paid, draft, onChange }: { paid: RoundEffect } & Omit<FieldsProps, "kind">) {
  const { t } = useTranslation("staff");
  const chips = useChips();
  const names = useNames(Object.keys(paid.bets));
  return (
    <fieldset className={styles.form}>
      <legend>{t("operations.fields.credited")}</legend>
      {Object.entries(paid.bets).map(([account, bet]) => {
        const text = draft.amounts[account] ?? "";
        const amount = amountOf(text);
        return (
          <Field
            key={account}
            label={t("operations.rounds.bet", { name: names(account), bet: chips(bet) })}
            hint={amount === undefined ? t("operations.rounds.whole") : chips(amount)}
            inputMode="numeric"
            maxLength={12}
            value={text}
            onChange={(event) => onChange({ amounts: { ...draft.amounts, [account]: event.target.value } })}
          />
        );
      })}
    </fieldset>
  );
}

/** Whose chips a correction moves, and by how much. */
function Changes({ effect }: { effect: RoundEffect }) {
  const { t } = useTranslation("staff");
  const { signed, number } = useFormats();
  const names = useNames(Object.keys(effect.bets));
  const moves = Object.keys(effect.bets)
    .map((account) => ({
      account,
      delta: (effect.credited[account] ?? 0) - (effect.last_credited[account] ?? 0),
    }))
    .filter(({ delta }) => delta !== 0);
  const short = Object.entries(effect.shortfalls);
  return (
    <section aria-label={t("correction.effect")}>
      <h3>{t("correction.effect")}</h3>
      {moves.length === 0 && <p role="status">{t("operations.rounds.same")}</p>}
      <ul className={styles.chat}>
        {moves.map(({ account, delta }) => (
          <li key={account}>{t("correction.chips", { name: names(account), delta: signed(delta) })}</li>
        ))}
        {short.map(([account, chips]) => (
          <li key={`short ${account}`}>{t("correction.short", { name: names(account), chips: number(chips) })}</li>
        ))}
      </ul>
    </section>
  );
}
