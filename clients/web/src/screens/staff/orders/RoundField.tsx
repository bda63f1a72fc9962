import { useState } from "react";
import type { TableRound } from "kafeneio-client";
import { useRequest } from "../../../app/useRequest";
import { useChips } from "../../../i18n/useAmounts";
import { useFormats } from "../../../i18n/useFormats";
import { useTranslation } from "../../../i18n/useTranslation";
import { useSays } from "../../../i18n/useWords";
import { Button } from "../../../parts/Button";
import { Switch } from "../../../parts/Switch";
import { useWhen } from "../../records/useWhen";
import styles from "../Staff.module.css";
import { staffRest } from "../staffRest";
import { useNames, useToken } from "../useStaff";
import type { FieldsProps } from "./draft";

interface Props extends Omit<FieldsProps, "kind"> {
  /** A round that is paid already is to be paid anew. */
  onPayAnew: (round: string) => void;
}

/** The rounds of a table, newest first: one whose bets are not paid yet is chosen, one that is paid is paid anew. */
export function RoundField({ draft, onChange, onPayAnew }: Props) {
  const { t } = useTranslation("staff");
  const says = useSays();
  const token = useToken();
  const { table, number } = draft;
  const [looks, setLooks] = useState(0);
  const found = useRequest(`${table} ${looks}`, table ? () => staffRest.rounds(token, table) : null);
  const rounds = found.state === "here" ? found.value.rounds : [];
  const say = useRoundWords(rounds);
  if (!table) return null;
  return (
    <section className={styles.form} aria-label={t("operations.rounds.which")}>
      <h3>{t("operations.rounds.which")}</h3>
      {found.state === "refused" && <p role="alert">{says(found)}</p>}
      {found.state === "here" && rounds.length === 0 && <p role="status">{t("operations.rounds.none")}</p>}
      <ul className={styles.list}>
        {rounds.map((each) => (
          <li key={each.round} className={styles.plain}>
            {canBeAnnulled(each) ? (
              <button
                type="button"
                className={styles.line}
                aria-pressed={each.number === number}
                onClick={() => onChange({ number: each.number })}
              >
                <strong>{say.title(each)}</strong> {say.result(each)}
              </button>
            ) : (
              <p>
                <strong>{say.title(each)}</strong> {say.result(each)}{" "}
                {each.state === "paid" && (
                  <Button onClick={() => onPayAnew(each.round)}>{t("operations.rounds.anew")}</Button>
                )}
              </p>
            )}
          </li>
        ))}
      </ul>
      <Button onClick={() => setLooks(looks + 1)}>{t("operations.rounds.again")}</Button>
      <Switch
        label={t("operations.fields.damagedShoe")}
        on={draft.damagedShoe}
        onChange={(damagedShoe) => onChange({ damagedShoe })}
      />
    </section>
  );
}

/** Whether the bets of a round are held, or about to be, and nobody has given them back. */
const canBeAnnulled = ({ state }: TableRound) => state === "held" || state === "holding";

/** A round in words: its number and time; how it stands, and what each player has bet and got. */
function useRoundWords(rounds: readonly TableRound[]) {
  const { t } = useTranslation("staff");
  const chips = useChips();
  const when = useWhen();
  const { number, list } = useFormats();
  const names = useNames([...new Set(rounds.flatMap((each) => Object.keys(each.bets)))]);
  const ofPlayer = (round: TableRound) => (account: string) => {
    const said = { name: names(account), bet: chips(round.bets[account] ?? 0) };
    if (round.credited === null) return t("operations.rounds.bet", said);
    return t("operations.rounds.got", { ...said, paid: chips(round.credited[account] ?? 0) });
  };
  return {
    title: (round: TableRound) =>
      t("operations.rounds.round", { number: number(round.number), when: when(round.at_ms) }),
    result: (round: TableRound) =>
      `${t(`operations.rounds.states.${round.state}`)}: ${list(Object.keys(round.bets).map(ofPlayer(round)))}`,
  };
}
