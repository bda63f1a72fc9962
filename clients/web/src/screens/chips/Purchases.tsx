import { rest, type Payment } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { ButtonLink } from "../../parts/ButtonLink";
import { useWhen } from "../records/useWhen";
import styles from "./Chips.module.css";
import { useChips, useMoney } from "../../i18n/useAmounts";
import { usePages } from "./usePages";

/** What one has bought for money, and what became of it. */
export function Purchases({ token }: { token: string }) {
  const { t } = useTranslation("economy");
  const says = useSays();
  const { lines, next, refused, busy, more } = usePages(
    (before) => rest.payments(token, before).then((page) => ({ lines: page.payments, next: page.next_before_ms })),
    token,
  );
  return (
    <section className={styles.part} aria-labelledby="purchases">
      <h2 id="purchases">{t("purchases.title")}</h2>
      <ul className={styles.lines} aria-busy={busy}>
        {lines.map((payment) => (
          <Line key={payment.payment} payment={payment} />
        ))}
      </ul>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      {!busy && refused === null && lines.length === 0 && <p>{t("purchases.empty")}</p>}
      {next !== null && (
        <div className={styles.row}>
          <Button busy={busy} onClick={more}>
            {t("purchases.older")}
          </Button>
        </div>
      )}
    </section>
  );
}

function Line({ payment }: { payment: Payment }) {
  const { t } = useTranslation("economy");
  const chips = useChips();
  const money = useMoney();
  const when = useWhen();
  const { state, created_at_ms: begun, reversed_at_ms: reversed } = payment;
  return (
    <li className={styles.line}>
      <span className={styles.what}>
        <strong>{t("shop.packLine", { chips: chips(payment.chips), price: money(payment.price_cents) })}</strong>
        <time>{when(begun)}</time>
        {payment.debt_chips > 0 && <span>{t("purchases.owed", { chips: chips(payment.debt_chips) })}</span>}
        {reversed !== null && (
          <span>{t("purchases.takenBack", { when: when(reversed), chips: chips(payment.taken_chips) })}</span>
        )}
      </span>
      <span className={styles.state} data-state={state}>
        {t(`purchases.states.${state}`)}
      </span>
      {payment.url !== null && <ButtonLink href={payment.url}>{t("purchases.pay")}</ButtonLink>}
    </li>
  );
}
