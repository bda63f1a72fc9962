import type { Order } from "kafeneio-client";
import { addressOf } from "../../../app/pages";
import { useFormats } from "../../../i18n/useFormats";
import { useTranslation } from "../../../i18n/useTranslation";
import { useSays } from "../../../i18n/useWords";
import { useWhen } from "../../records/useWhen";
import styles from "../Staff.module.css";
import { useCodes } from "../useAuditWords";
import { useBoardCalled } from "../useBoardCalled";
import { useNames } from "../useStaff";

interface Props {
  orders: readonly Order[];
  refused: string | null;
}

/** Orders, newest first: what, by whom, why, and what came of it. */
export function OrderList({ orders, refused }: Props) {
  const { t } = useTranslation("staff");
  const says = useSays();
  const when = useWhen();
  const board = useBoardCalled();
  const names = useNames(
    orders.flatMap((each) => [
      each.by,
      ...(each.operation.kind === "correct_match" ? (each.operation.accounts ?? []) : []),
    ]),
  );
  if (refused !== null) return <p role="alert">{says({ code: refused })}</p>;
  if (orders.length === 0) return <p role="status">{t("operations.none")}</p>;
  return (
    <ul className={styles.chat} aria-label={t("operations.orders")}>
      {orders.map((each) => (
        <li key={each.id}>
          <strong>{t(`operations.kinds.${each.operation.kind}`)}</strong>{" "}
          <About operation={each.operation} names={names} board={board} />{" "}
          <span data-state={each.state} className={styles.state}>
            {t(`operations.states.${each.state}`)}
            {each.error !== null && `: ${says({ code: each.error })}`}
          </span>{" "}
          <small>
            {when(each.at_ms)} · {names(each.by)} · {each.reason}
          </small>
        </li>
      ))}
    </ul>
  );
}

interface AboutProps {
  operation: Order["operation"];
  names: (account: string) => string;
  board: (board: string, title?: string) => string;
}

/** What an order is about: a link, a name, or what was ordered in words. */
function About({ operation, names, board }: AboutProps) {
  const { t } = useTranslation("staff");
  const { setting } = useCodes();
  const { period } = useFormats();
  switch (operation.kind) {
    case "correct_match":
      return (
        <>
          <a href={addressOf({ at: "replay", match: operation.match, hand: null, position: null })}>
            {t("correction.see")}
          </a>
          : <Result operation={operation} names={names} />
        </>
      );
    case "annul_match":
    case "annul_round":
      return <a href={addressOf({ at: "table", table: operation.table })}>{t("operations.fields.table")}</a>;
    case "save_board":
      return board(operation.definition.board, operation.definition.title);
    case "close_board":
      return `${board(operation.board, operation.title)}, ${period(operation.period)}`;
    case "change_setting":
      return setting(operation.name);
    default:
      return "";
  }
}

/** What a correction has made of a match, with names. */
function Result({ operation, names }: { operation: Correction; names: (account: string) => string }) {
  const { t } = useTranslation("staff");
  const { list } = useFormats();
  const { result, accounts = [] } = operation;
  if (result === "tie" || result === "void") return t(`correction.${result}`);
  return t("correction.wins", { names: list(result.map((seat) => names(accounts[seat] ?? ""))) });
}

type Correction = Extract<Order["operation"], { kind: "correct_match" }>;
