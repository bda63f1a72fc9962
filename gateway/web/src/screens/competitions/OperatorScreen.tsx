import { useTranslation } from "react-i18next";
import { useApp } from "../../app/context";
import { addressOf, goTo } from "../../app/pages";
import type { PageProps } from "../../app/screens";
import type { PlanCard } from "../../generated/rest";
import { useSays } from "../../i18n/useWords";
import { newId } from "../../net/ids";
import { rest } from "../../net/rest";
import { Button } from "../../parts/Button";
import { ButtonLink } from "../../parts/ButtonLink";
import { PaperPage } from "../records/PaperPage";
import { useWhen } from "../records/useWhen";
import { AnnouncedPart } from "./AnnouncedPart";
import styles from "./Competitions.module.css";
import { PlanForm } from "./PlanForm";
import { TemplatesPart } from "./TemplatesPart";
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
          <AnnouncedPart token={token} card={plan} again={again} />
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
      <TemplatesPart token={token} />
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
