import { type ReactNode, useState } from "react";
import { addressOf } from "../../app/pages";
import { useTransferKind } from "../../economy/useTransferKind";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { useFormats } from "../../i18n/useFormats";
import { useOutcome } from "../records/useOutcome";
import { useWhen } from "../records/useWhen";
import { useMatchWords } from "./corrections/useMatchWords";
import styles from "./Staff.module.css";
import { staffRest } from "./staffRest";
import { useRoomWords } from "./useRoomWords";
import { useToken } from "./useStaff";

/** Matches, money and chat of a player; each is read only when it is asked for, and the audit log keeps that. */
export function PlayerRecords({ account }: { account: string }) {
  const { t } = useTranslation("staff");
  const when = useWhen();
  const token = useToken();
  const room = useRoomWords();
  const outcome = useOutcome();
  const sayMatch = useMatchWords();
  const { number } = useFormats();
  return (
    <>
      <Read
        title={t("player.matches")}
        button={t("player.readMatches")}
        ask={() => staffRest.matches(token, account).then(({ recordings }) => recordings)}
      >
        {(each) => (
          <li key={each.match}>
            <a href={addressOf({ at: "replay", match: each.match, hand: null, position: null })}>{sayMatch(each)}</a>{" "}
            {outcome(each)} <small>{number(each.stake_chips)}</small>
          </li>
        )}
      </Read>
      <Money account={account} />
      <Read
        title={t("player.chat")}
        button={t("player.readChat")}
        ask={() => staffRest.chat(token, account).then(({ lines }) => lines)}
      >
        {(each) => (
          <li key={each.id}>
            {each.text}{" "}
            <small>
              {room(each.room)} · {when(each.at_ms)}
            </small>
          </li>
        )}
      </Read>
    </>
  );
}

/** Transfers, and what is owed for payments that were taken back. */
function Money({ account }: { account: string }) {
  const { t } = useTranslation("staff");
  const when = useWhen();
  const token = useToken();
  const { number, signed } = useFormats();
  const [debtChips, setDebtChips] = useState(0);
  const kind = useTransferKind();
  return (
    <>
      <Read
        title={t("player.money")}
        button={t("player.readMoney")}
        ask={() =>
          staffRest.money(token, account).then(({ transfers, debt_chips: owed }) => {
            setDebtChips(owed ?? 0);
            return transfers;
          })
        }
      >
        {(each) => (
          <li key={each.id}>
            {signed(each.chips)} {kind(each.kind)}{" "}
            <small>
              {number(each.balance_chips)} · {when(each.at_ms)}
            </small>
          </li>
        )}
      </Read>
      {debtChips > 0 && (
        <p>
          <strong>{t("player.debt", { chips: number(debtChips) })}</strong>
        </p>
      )}
    </>
  );
}

interface ReadProps<A> {
  title: string;
  button: string;
  ask: () => Promise<readonly A[]>;
  children: (line: A) => ReactNode;
}

function Read<A>({ title, button, ask, children }: ReadProps<A>) {
  const { t } = useTranslation("staff");
  const [lines, setLines] = useState<readonly A[] | null>(null);
  const read = () =>
    void ask().then(
      (found) => setLines(found),
      () => setLines([]),
    );
  return (
    <>
      <h3>{title}</h3>
      {lines === null && <Button onClick={read}>{button}</Button>}
      {lines?.length === 0 && <p>{t("player.none")}</p>}
      <ul className={styles.chat}>{(lines ?? []).map(children)}</ul>
    </>
  );
}
