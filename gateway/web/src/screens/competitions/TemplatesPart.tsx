import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Template } from "../../generated/rest";
import { useSays } from "../../i18n/useWords";
import { rest } from "../../net/rest";
import { Button } from "../../parts/Button";
import { refusal } from "../records/useAsked";
import { useWhen } from "../records/useWhen";
import styles from "./Competitions.module.css";
import { operatorRest } from "./operatorRest";
import { useFresh } from "./useFresh";

/** Competitions that come again: when the next one opens; each can be stopped, and go on. */
export function TemplatesPart({ token }: { token: string }) {
  const { t } = useTranslation("competitions");
  const says = useSays();
  const [refused, setRefused] = useState<string | null>(null);
  const [found, , again] = useFresh(() => rest.templates(token), "");
  const turn = async (one: Template) => {
    setRefused(null);
    const { id, plan, every, lead_ms, active } = one;
    await operatorRest.saveTemplate(token, id, { plan, every, lead_ms, active: !active }).then(
      () => again(),
      (error: unknown) => setRefused(refusal(error).code),
    );
  };
  if (found === null || found.templates.length === 0) return null;
  return (
    <section className={styles.part} aria-label={t("operator.templates")}>
      <h2>{t("operator.templates")}</h2>
      <ul className={styles.lines}>
        {found.templates.map((one) => (
          <TemplateLine key={one.id} one={one} onTurn={() => void turn(one)} />
        ))}
      </ul>
      {refused !== null && <p role="alert">{says({ code: refused })}</p>}
    </section>
  );
}

function TemplateLine({ one, onTurn }: { one: Template; onTurn: () => void }) {
  const { t } = useTranslation("competitions");
  const when = useWhen();
  const { name } = one.plan;
  return (
    <li className={styles.line}>
      <span className={styles.what}>
        <strong>{name}</strong>
        <span className={styles.quiet}>
          {t(`form.every.${one.every}`)} ·{" "}
          {one.active ? t("operator.next", { when: when(one.next_opens_at_ms) }) : t("operator.stopped")}
        </span>
      </span>
      <Button onClick={onTurn} aria-label={t(one.active ? "operator.stopWhat" : "operator.resumeWhat", { name })}>
        {t(one.active ? "operator.stop" : "operator.resume")}
      </Button>
    </li>
  );
}
