import { useRoom } from "../../app/context";
import { rest, type Shop } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import styles from "./Chips.module.css";
import { useChips } from "../../i18n/useAmounts";
import { type Resource } from "../../app/useResource";

/** What is owed for payments that were taken back, and the button that pays it. */
export function DebtPart({ token, debt, kept }: { token: string; debt: number; kept: Resource<Shop> }) {
  const { t } = useTranslation("economy");
  const chips = useChips();
  const { chips: own } = useRoom();
  const pay = () =>
    void kept.act(
      () => rest.payDebt(token),
      (left, held) => held && { ...held, debt_chips: left.debt_chips },
    );
  return (
    <section className={styles.part} aria-labelledby="debt">
      <h2 id="debt">{t("shop.debt.title", { chips: chips(debt) })}</h2>
      <p>{t("shop.debt.lead")}</p>
      <div className={styles.row}>
        <Button kind="action" busy={kept.busy} disabled={own === 0} onClick={pay}>
          {t("shop.debt.pay")}
        </Button>
      </div>
    </section>
  );
}
