import { useEffect, useState } from "react";
import { addressOf } from "../../app/pages";
import { Refused, rest, type Payment } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { ButtonLink } from "../../parts/ButtonLink";
import { ChipsPaper } from "./ChipsPaper";
import styles from "./Chips.module.css";
import { useChips, useMoney } from "../../i18n/useAmounts";
import { useResource } from "../../app/useResource";

/** Back from the provider, or, with simulated payments, the provider itself. */
export function PayScreen({ token, payment }: { token: string; payment: string }) {
  const { t } = useTranslation("economy");
  const shop = useResource(() => rest.shop(token)).value;
  return (
    <ChipsPaper
      at={null}
      title={t("pay.title")}
      lead={shop?.provider === "simulated" ? t("pay.simulatedLead") : ""}
      helpline={shop?.helpline ?? null}
    >
      {shop && <Paying token={token} payment={payment} simulated={shop.provider === "simulated"} />}
    </ChipsPaper>
  );
}

function Paying({ token, payment, simulated }: { token: string; payment: string; simulated: boolean }) {
  const { t } = useTranslation("economy");
  const says = useSays();
  const chips = useChips();
  const money = useMoney();
  const listed = useResource(() => rest.payments(token, null)).value;
  const [paid, setPaid] = useState<Payment | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(!simulated);

  async function ask() {
    setBusy(true);
    setRefused(null);
    try {
      setPaid(await rest.confirmPayment(token, payment));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setRefused(error.error);
    }
    setBusy(false);
  }

  useEffect(() => {
    if (!simulated) void ask();
    // oxlint-disable-next-line react/exhaustive-deps -- once, on coming back
  }, []);

  const bought = paid ?? listed?.payments.find((each) => each.payment === payment);
  const done = paid?.state === "confirmed";
  return (
    <div className={styles.part}>
      {bought && (
        <p className="num">
          <strong>{t("shop.packLine", { chips: chips(bought.chips), price: money(bought.price_cents) })}</strong>
        </p>
      )}
      <p role="status">
        {done && t("pay.done", { chips: chips(paid.chips) })}
        {busy && !done && t("pay.waiting")}
        {!busy && refused === "payment_not_confirmed" && t("pay.notYet")}
      </p>
      {refused !== null && refused !== "payment_not_confirmed" && <p role="alert">{says({ code: refused })}</p>}
      <div className={styles.row}>
        {!done && (
          <Button kind="action" busy={busy} onClick={() => void ask()}>
            {t(simulated ? "pay.simulatedDo" : "pay.ask")}
          </Button>
        )}
        <ButtonLink href={addressOf({ at: "shop" })}>{t("pay.back")}</ButtonLink>
      </div>
    </div>
  );
}
