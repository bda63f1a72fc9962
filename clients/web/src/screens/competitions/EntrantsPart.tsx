import { useState } from "react";
import { newId, type EntrantLine, type PlanCard } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useWords } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Field } from "../../parts/Field";
import { useShownName } from "../../people/useShownName";
import styles from "./Competitions.module.css";
import { operatorRest } from "./operatorRest";
import { ReasonDialog } from "./ReasonDialog";
import { useRefreshed } from "./useRefreshed";

interface Props {
  token: string;
  card: PlanCard;
  /** Something has changed: whoever shows the competition asks again. */
  onChange: () => void;
}

/** Who has entered; each can be taken out, and put back in. */
export function EntrantsPart({ token, card, onChange }: Props) {
  const { t } = useTranslation("competitions");
  const [beginning, setBeginning] = useState("");
  const [found, , again] = useRefreshed(() => operatorRest.entrants(token, card.id, beginning), beginning);
  const [chosen, setChosen] = useState<EntrantLine | null>(null);
  const judged = ["open", "running", "closing", "settled"].includes(card.state);
  const judge = async (one: EntrantLine, reason: string) => {
    const undo = one.disqualified !== null;
    await operatorRest.disqualify(token, card.id, { id: newId(), player: one.account, reason, undo });
    await again();
    onChange();
  };
  return (
    <section className={styles.part} aria-label={t("operator.entrants")}>
      <h2>{t("operator.entrants")}</h2>
      <Field
        label={t("operator.find")}
        hint={t("operator.findHint")}
        value={beginning}
        maxLength={40}
        onChange={(event) => setBeginning(event.target.value)}
      />
      {found !== null && (
        <>
          <p className={styles.quiet} role="status">
            {found.total === 0
              ? t("operator.nobody")
              : t("operator.shown", { shown: found.entrants.length, total: found.total })}
          </p>
          <ul className={styles.lines}>
            {found.entrants.map((one) => (
              <Line key={one.account} one={one} onJudge={judged ? () => setChosen(one) : null} />
            ))}
          </ul>
        </>
      )}
      {chosen !== null && (
        <Judging
          one={chosen}
          settled={card.state === "settled"}
          onDone={(reason) => judge(chosen, reason)}
          onClose={() => setChosen(null)}
        />
      )}
    </section>
  );
}

function Line({ one, onJudge }: { one: EntrantLine; onJudge: (() => void) | null }) {
  const { t } = useTranslation("competitions");
  const { has, lookUp } = useWords();
  const name = useShownName()(one.name);
  const why = `operator.outFor.${one.disqualified}`;
  const reason = has(why, "competitions") ? lookUp(why, "competitions") : one.disqualified;
  const isOut = one.disqualified !== null;
  return (
    <li className={styles.line}>
      <span className={styles.what}>
        <strong className="name">{name}</strong>
        <span className={styles.quiet}>
          {t("operator.entries", { count: one.entries })}
          {isOut && ` · ${t("operator.out", { reason })}`}
        </span>
      </span>
      {onJudge && (
        <Button onClick={onJudge} aria-label={t(isOut ? "operator.putBackWhom" : "operator.takeOutWhom", { name })}>
          {t(isOut ? "operator.putBack" : "operator.takeOut")}
        </Button>
      )}
    </li>
  );
}

interface JudgingProps {
  one: EntrantLine;
  settled: boolean;
  onDone: (reason: string) => Promise<void>;
  onClose: () => void;
}

function Judging({ one, settled, onDone, onClose }: JudgingProps) {
  const { t } = useTranslation("competitions");
  const name = useShownName()(one.name);
  const isOut = one.disqualified !== null;
  return (
    <ReasonDialog
      title={t(isOut ? "operator.putBackWhom" : "operator.takeOutWhom", { name })}
      action={t(isOut ? "operator.putBack" : "operator.takeOut")}
      settled={settled}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
