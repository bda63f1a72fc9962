import { addressOf } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { ButtonLink } from "../../parts/ButtonLink";
import { CorrectionPart } from "./corrections/CorrectionPart";
import { OrderForm } from "./orders/OrderForm";
import { OrderList } from "./orders/OrderList";
import { useOrders } from "./orders/useOrders";
import { useMay } from "./roles";
import styles from "./Staff.module.css";

/** What operators do: corrections, annulments, terms and boards, each with a reason, and what came of it. */
export function OperationsPart() {
  const { t } = useTranslation("staff");
  const { orders, refused, load } = useOrders();
  const may = useMay();
  const board = orders.find((each) => each.operation.kind === "save_board" && each.state === "done")?.id ?? "";
  return (
    <section className={styles.detail}>
      <p>{t("operations.lead")}</p>
      <div className={styles.row}>
        <ButtonLink href={addressOf({ at: "operator", competition: null })}>{t("operations.competitions")}</ButtonLink>
        <ButtonLink href={addressOf({ at: "staff", part: "roles", about: null })}>{t("parts.roles")}</ButtonLink>
      </div>
      {may.operate && (
        <>
          <h2>{t("operations.kinds.correct_match")}</h2>
          <CorrectionPart onPlaced={load} />
          <h2>{t("operations.order")}</h2>
          <OrderForm lastBoard={board} onPlaced={load} />
        </>
      )}
      <h2>{t("operations.orders")}</h2>
      <OrderList orders={orders} refused={refused} />
    </section>
  );
}
