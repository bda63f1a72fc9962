import { useState } from "react";
import { rest, type Template } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { useWhen } from "../records/useWhen";
import styles from "./Competitions.module.css";
import { operatorRest } from "./operatorRest";
import { ReasonDialog } from "./ReasonDialog";
import { useRefreshed } from "./useRefreshed";

/** Competitions that come again: when the next one opens, and which announced ones a change leaves as they are; each can
 * be stopped, and go on. */
export function TemplatesPart({ token }: { token: string }) {
  const { t } = useTranslation("competitions");
  const [turned, setTurned] = useState<Template | null>(null);
  const [found, , again] = useRefreshed(() => rest.templates(token), "");
  const turn = async ({ id, plan, rule, zone, lead_ms, active }: Template, reason: string) => {
    await operatorRest.saveTemplate(token, id, { plan, rule, zone, lead_ms, active: !active, reason });
    await again();
  };
  if (found === null || found.templates.length === 0) return null;
  return (
    <section className={styles.part} aria-label={t("operator.templates")}>
      <h2>{t("operator.templates")}</h2>
      <ul className={styles.lines}>
        {found.templates.map((one) => (
          <TemplateLine key={one.id} one={one} onTurn={() => setTurned(one)} />
        ))}
      </ul>
      {turned !== null && (
        <ReasonDialog
          title={t(turned.active ? "operator.stopWhat" : "operator.resumeWhat", { name: turned.plan.name })}
          action={t(turned.active ? "operator.stop" : "operator.resume")}
          settled={false}
          onDone={(reason) => turn(turned, reason)}
          onClose={() => setTurned(null)}
        />
      )}
    </section>
  );
}

function TemplateLine({ one, onTurn }: { one: Template; onTurn: () => void }) {
  const { t } = useTranslation("competitions");
  const when = useWhen();
  const { name } = one.plan;
  const kept = one.announced.filter((each) => each.entrants > 0).length;
  const coming = ({ active, next_opens_at_ms }: Template) => {
    if (!active) return t("operator.stopped");
    return next_opens_at_ms === null ? t("operator.ended") : t("operator.next", { when: when(next_opens_at_ms) });
  };
  return (
    <li className={styles.line}>
      <span className={styles.what}>
        <strong>{name}</strong>
        <span className={styles.quiet}>
          {t(`form.every.${one.every}`)} · {coming(one)}
        </span>
        {one.announced.length > 0 && (
          <span className={styles.quiet}>{t("operator.concerns", { kept, dropped: one.announced.length - kept })}</span>
        )}
      </span>
      <Button onClick={onTurn} aria-label={t(one.active ? "operator.stopWhat" : "operator.resumeWhat", { name })}>
        {t(one.active ? "operator.stop" : "operator.resume")}
      </Button>
    </li>
  );
}
