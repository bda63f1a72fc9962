import { type ReactNode, useState } from "react";
import { addressOf } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { useWhen } from "../records/useWhen";
import styles from "./Staff.module.css";
import { staffRest } from "./staffRest";
import { useToken } from "./useStaff";

/** Matches, money and chat of a player; each is read only when it is asked for, and the audit log keeps that. */
export function PlayerRecords({ account }: { account: string }) {
  const { t } = useTranslation("staff");
  const when = useWhen();
  const token = useToken();
  return (
    <>
      <Read
        title={t("player.matches")}
        button={t("player.readMatches")}
        ask={() => staffRest.matches(token, account).then(({ recordings }) => recordings)}
      >
        {(each) => (
          <li key={each.match}>
            <a href={addressOf({ at: "replay", match: each.match, hand: null, position: null })}>{each.game}</a>{" "}
            {each.seats.map((seat) => seat.name).join(", ")} <code>{each.outcome}</code>{" "}
            <small>
              {each.stake_chips} · {when(each.ended_at_ms)}
            </small>
          </li>
        )}
      </Read>
      <Read
        title={t("player.money")}
        button={t("player.readMoney")}
        ask={() => staffRest.money(token, account).then(({ transfers }) => transfers)}
      >
        {(each) => (
          <li key={each.id}>
            {each.chips > 0 ? "+" : ""}
            {each.chips} {each.kind}{" "}
            <small>
              {each.balance_chips} · {each.reference} · {when(each.at_ms)}
            </small>
          </li>
        )}
      </Read>
      <Read
        title={t("player.chat")}
        button={t("player.readChat")}
        ask={() => staffRest.chat(token, account).then(({ lines }) => lines)}
      >
        {(each) => (
          <li key={each.id}>
            {each.text}{" "}
            <small>
              {each.room} · {when(each.at_ms)}
            </small>
          </li>
        )}
      </Read>
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
