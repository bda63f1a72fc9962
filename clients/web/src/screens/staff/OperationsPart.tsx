import { addressOf } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { ButtonLink } from "../../parts/ButtonLink";
import { OrderForm } from "./orders/OrderForm";
import { OrderList } from "./orders/OrderList";
import { useOrders } from "./orders/useOrders";
import styles from "./Staff.module.css";

/** What operators do: corrections, annulments, terms and boards, each with a reason, and what came of it. */
export function OperationsPart() {
  const { t } = useTranslation("staff");
  const { orders, refused, load } = useOrders();
  return (
    <section className={styles.detail}>
      <p>{t("operations.lead")}</p>
      <div className={styles.row}>
        <ButtonLink href={addressOf({ at: "operator", competition: null })}>{t("operations.competitions")}</ButtonLink>
        <ButtonLink href={addressOf({ at: "staff", part: "roles", about: null })}>{t("parts.roles")}</ButtonLink>
      </div>
      <h2>{t("operations.order")}</h2>
      <OrderForm onPlaced={load} />
      <OrderList orders={orders} refused={refused} />
    </section>
  );
}
