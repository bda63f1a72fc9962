import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApp } from "../../app/context";
import { addressOf, goInstead, goTo } from "../../app/pages";
import type { PageProps } from "../../app/screens";
import type { PlanCard } from "../../generated/rest";
import { useSays } from "../../i18n/useWords";
import { newId } from "../../net/ids";
import { rest } from "../../net/rest";
import { Button } from "../../parts/Button";
import { ButtonLink } from "../../parts/ButtonLink";
import { Field } from "../../parts/Field";
import { PaperPage } from "../records/PaperPage";
import { refusal } from "../records/useAsked";
import { useWhen } from "../records/useWhen";
import styles from "./Competitions.module.css";
import { PlanForm } from "./PlanForm";
import { useFresh } from "./useFresh";

/** For operators: every competition with its state, and the form that makes one. */
export default function OperatorScreen({ page }: PageProps<"operator">) {
  const { t } = useTranslation("competitions");
  const says = useSays();
  const token = useApp((state) => state.token) ?? "";
  const [found, refused, again] = useFresh(() => rest.plans(token), page.competition ?? "");
  if (found === null) {
    return (
      <PaperPage title={t("operator.title")} lead="" back={{ at: "competitions" }}>
        {refused === null ? <p role="status">{t("busy")}</p> : <p role="alert">{says({ code: refused })}</p>}
      </PaperPage>
    );
  }
  if (page.competition !== null) {
    const plan = found.plans.find((each) => each.id === page.competition) ?? null;
    return (
      <PaperPage title={plan?.plan.name ?? t("operator.new")} lead="" back={{ at: "operator", competition: null }}>
        {plan === null || plan.state === "draft" ? (
          <PlanForm
            key={page.competition}
            token={token}
            id={page.competition}
            plan={plan?.plan ?? null}
            again={again}
          />
        ) : (
          <Announced token={token} card={plan} again={again} />
        )}
      </PaperPage>
    );
  }
  return (
    <PaperPage title={t("operator.title")} lead={t("operator.lead")} back={{ at: "competitions" }}>
      <div className={styles.row}>
        <Button kind="action" onClick={() => goTo({ at: "operator", competition: newId() })}>
          {t("operator.new")}
        </Button>
      </div>
      <ul className={styles.lines}>
        {found.plans.map((card) => (
          <PlanLine key={card.id} card={card} />
        ))}
      </ul>
      {found.plans.length === 0 && <p>{t("list.empty")}</p>}
    </PaperPage>
  );
}

function PlanLine({ card }: { card: PlanCard }) {
  const { t } = useTranslation("competitions");
  const when = useWhen();
  return (
    <li className={styles.line}>
      <span className={styles.what}>
        <strong>{card.plan.name}</strong>
        <span className={styles.quiet}>
          {t(`states.${card.state as "open"}`)} · {when(card.plan.starts_at_ms)}
        </span>
      </span>
      <ButtonLink href={addressOf({ at: "operator", competition: card.id })}>
        {t(card.state === "draft" ? "operator.edit" : "operator.show")}
      </ButtonLink>
    </li>
  );
}

/** What can be done about a competition that has been announced: it can be called off, with a reason. */
function Announced({ token, card, again }: { token: string; card: PlanCard; again: () => Promise<void> }) {
  const { t } = useTranslation("competitions");
  const says = useSays();
  const [reason, setReason] = useState("");
  const [refused, setRefused] = useState<string | null>(null);
  const over = card.state === "settled" || card.state === "cancelled";
  const cancel = async () => {
    setRefused(null);
    await rest.cancelPlan(token, card.id, reason).then(
      () => again(),
      (error: unknown) => setRefused(refusal(error).code),
    );
  };
  return (
    <section className={styles.form}>
      <p>
        <strong>{t(`states.${card.state as "open"}`)}</strong>
        {card.reason !== null && card.reason !== "too_few_entrants" && ` · ${card.reason}`}
      </p>
      <ButtonLink href={addressOf({ at: "competition", competition: card.id })}>{t("operator.page")}</ButtonLink>
      {!over && (
        <>
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
        </>
      )}
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
      <div className={styles.row}>
        <Button onClick={() => goInstead({ at: "operator", competition: null })}>{t("operator.back")}</Button>
      </div>
    </section>
  );
}
