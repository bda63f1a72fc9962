import { useState } from "react";
import { useApp } from "../../app/context";
import { addressOf } from "../../app/pages";
import { rest, type PlanCard } from "kafeneio-client";
import { useChips } from "../../i18n/useAmounts";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { ButtonLink } from "../../parts/ButtonLink";
import { Field } from "../../parts/Field";
import { refusal } from "../../app/useRequest";
import { ChangesPart } from "./ChangesPart";
import styles from "./Competitions.module.css";
import { EntrantsPart } from "./EntrantsPart";
import { calledOffWord } from "./evenings";
import { operatorRest } from "./operatorRest";
import { ResultsPart } from "./ResultsPart";
import { useRefreshed } from "./useRefreshed";

interface Props {
  token: string;
  card: PlanCard;
  again: () => Promise<void>;
}

/** What can be done about a competition that has been announced: players, results, its end; and what was done. */
export function AnnouncedPart({ token, card, again }: Props) {
  const { t } = useTranslation("competitions");
  const seq = useApp((state) => state.competitions.get(card.id)?.seq ?? 0);
  const [changes, setChanges] = useState(0);
  const onChange = () => setChanges((before) => before + 1);
  const stamp = `${seq} ${changes} ${card.state}`;
  const word = calledOffWord(card.reason);
  const isOver = card.state === "settled" || card.state === "cancelled";
  return (
    <>
      <section className={styles.form}>
        <p>
          <strong>{t(`states.${card.state as "open"}`)}</strong>
          {card.reason !== null && ` · ${word === null ? card.reason : t(word)}`}
        </p>
        <div className={styles.row}>
          <ButtonLink href={addressOf({ at: "competition", competition: card.id })}>{t("operator.page")}</ButtonLink>
        </div>
      </section>
      <EntrantsPart token={token} card={card} onChange={onChange} />
      <ResultsPart token={token} card={card} stamp={stamp} onChange={onChange} />
      {!isOver && <Cancellation token={token} card={card} stamp={stamp} again={again} />}
      <ChangesPart token={token} id={card.id} stamp={stamp} />
    </>
  );
}

interface CancellationProps extends Props {
  stamp: string;
}

/** Calls it off, once it is said whom that concerns and what they get back. */
function Cancellation({ token, card: { id, plan }, stamp, again }: CancellationProps) {
  const { t } = useTranslation("competitions");
  const says = useSays();
  const chips = useChips();
  const [people] = useRefreshed(() => operatorRest.entrants(token, id, ""), stamp);
  const [reason, setReason] = useState("");
  const [refused, setRefused] = useState<string | null>(null);
  const cancel = async () => {
    setRefused(null);
    await rest.cancelPlan(token, id, reason).then(
      () => again(),
      (error: unknown) => setRefused(refusal(error).code),
    );
  };
  return (
    <section className={styles.part} aria-label={t("operator.cancel")}>
      <h2>{t("operator.cancel")}</h2>
      <div className={styles.form}>
        {people !== null && (
          <p role="status">{t("operator.callsOff", { count: people.total, price: chips(plan.price_chips) })}</p>
        )}
        <Field
          label={t("operator.reason")}
          hint={t("operator.reasonHint")}
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className={styles.row}>
          <Button kind="danger" onClick={() => void cancel()}>
            {t("operator.cancel")}
          </Button>
        </div>
        {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      </div>
    </section>
  );
}
