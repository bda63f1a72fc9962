import { useState } from "react";
import { useApp } from "../../app/context";
import { addressOf, goTo, type PageProps } from "../../app/pages";
import { newId, rest, type PlanCard, type PlanCards } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { ButtonLink } from "../../parts/ButtonLink";
import { PaperPage } from "../records/PaperPage";
import { useWhen } from "../records/useWhen";
import { AnnouncedPart } from "./AnnouncedPart";
import styles from "./Competitions.module.css";
import { PlanForm } from "./PlanForm";
import { TemplatesPart } from "./TemplatesPart";
import { useRefreshed } from "./useRefreshed";

/** For operators: every competition with its state, or one of them; an id that is not known yet is a new draft's. */
export default function OperatorScreen({ page }: PageProps<"operator">) {
  const token = useApp((state) => state.token) ?? "";
  return page.competition === null ? (
    <Plans token={token} />
  ) : (
    <OnePlan key={page.competition} token={token} id={page.competition} />
  );
}

function OnePlan({ token, id }: { token: string; id: string }) {
  const { t } = useTranslation("competitions");
  const [card, refused, again] = useRefreshed(() => rest.plan(token, id), id);
  const isNew = refused === "competition_unknown";
  return (
    <PaperPage title={card?.plan.name ?? t("operator.new")} lead="" back={{ at: "operator", competition: null }}>
      {card === null && !isNew ? (
        <Missing refused={refused} />
      ) : card === null || card.state === "draft" ? (
        <PlanForm token={token} id={id} plan={card?.plan ?? null} again={again} />
      ) : (
        <AnnouncedPart token={token} card={card} again={again} />
      )}
    </PaperPage>
  );
}

function Plans({ token }: { token: string }) {
  const { t } = useTranslation("competitions");
  const [newest, refused] = useRefreshed(() => rest.plans(token, null), "");
  const [plans, more] = useEarlier(newest, (after) => rest.plans(token, after));
  if (newest === null) {
    return (
      <PaperPage title={t("operator.title")} lead="" back={{ at: "competitions" }}>
        <Missing refused={refused} />
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
        {plans.map((card) => (
          <PlanLine key={card.id} card={card} />
        ))}
      </ul>
      {plans.length === 0 && <p>{t("list.empty")}</p>}
      {more && (
        <div className={styles.row}>
          <Button onClick={() => void more()}>{t("operator.earlier")}</Button>
        </div>
      )}
      <TemplatesPart token={token} />
    </PaperPage>
  );
}

/** Why there is nothing to show: it has not come yet, or was refused. */
function Missing({ refused }: { refused: string | null }) {
  const { t } = useTranslation("competitions");
  const says = useSays();
  return refused === null ? <p role="status">{t("busy")}</p> : <p role="alert">{says({ code: refused })}</p>;
}

/** The newest page with the earlier ones that were asked for, and how to ask for more; null: there are none. */
function useEarlier(
  newest: PlanCards | null,
  ask: (after: string) => Promise<PlanCards>,
): [readonly PlanCard[], (() => Promise<void>) | null] {
  const [earlier, setEarlier] = useState<PlanCards | null>(null);
  const next = (earlier ?? newest)?.next_after ?? null;
  const more = async () => {
    if (next === null) return;
    const page = await ask(next).catch(() => null);
    if (page !== null) setEarlier((before) => ({ ...page, plans: [...(before?.plans ?? []), ...page.plans] }));
  };
  return [[...(newest?.plans ?? []), ...(earlier?.plans ?? [])], next === null ? null : more];
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
