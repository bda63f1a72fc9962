import type { Order } from "kafeneio-client";
import { useTranslation } from "../../../i18n/useTranslation";
import { useSays } from "../../../i18n/useWords";
import { useWhen } from "../../records/useWhen";
import styles from "../Staff.module.css";
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
  const names = useNames(orders.map((each) => each.by));
  if (refused !== null) return <p role="alert">{says({ code: refused })}</p>;
  if (orders.length === 0) return <p role="status">{t("operations.none")}</p>;
  return (
    <ul className={styles.chat} aria-label={t("operations.orders")}>
      {orders.map((each) => (
        <li key={each.id}>
          <strong>{t(`operations.kinds.${each.operation.kind}`)}</strong> {aboutOf(each)}{" "}
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

/** What an order is about, as its ids say it. */
function aboutOf({ operation }: Order): string {
  switch (operation.kind) {
    case "correct_match":
      return operation.match;
    case "correct_round":
      return operation.round;
    case "annul_match":
      return operation.table;
    case "annul_round":
      return `${operation.table} #${operation.number}`;
    case "take_back":
      return operation.reference;
    case "save_board":
      return operation.definition.board;
    case "close_board":
      return `${operation.board} ${operation.period}`;
    case "change_setting":
      return operation.name;
    case "post_terms":
      return "";
  }
}
