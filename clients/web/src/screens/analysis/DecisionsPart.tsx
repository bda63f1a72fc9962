import { useState } from "react";
import type { MatchReport } from "kafeneio-client";
import { addressOf } from "../../app/pages";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { Choice } from "../../parts/Choice";
import { betterThan, decisionsOf } from "./report";
import type { People } from "./ReportView";
import { useMoveText } from "./useMoveText";
import styles from "./Analysis.module.css";

type Decision = MatchReport["decisions"][number];
type Which = "marked" | "all";

const AT_ONCE = 10;

interface Props {
  match: string;
  report: MatchReport;
  people: People;
}

/** Every decision with its mark: the mistakes first, all of them on demand. */
export function DecisionsPart({ match, report, people }: Props) {
  const { t } = useTranslation("analysis");
  const [which, setWhich] = useState<Which>("marked");
  const [seat, setSeat] = useState<number | null>(null);
  const [shown, setShown] = useState(AT_ONCE);
  const found = decisionsOf(report, { marked: which === "marked", seat });
  return (
    <section className={styles.part} aria-labelledby="analysis-decisions">
      <h2 id="analysis-decisions">{t("decisions.title")}</h2>
      <div className={styles.pickers}>
        <Choice<Which>
          legend={t("decisions.show")}
          quietLegend
          options={[
            { value: "marked", label: t("decisions.marked") },
            { value: "all", label: t("decisions.all") },
          ]}
          value={which}
          onChange={setWhich}
        />
        <label>
          <span>{t("decisions.whose")}</span>
          <select
            value={seat ?? ""}
            onChange={(event) => setSeat(event.target.value === "" ? null : Number(event.target.value))}
          >
            <option value="">{t("decisions.everybody")}</option>
            {report.players.map((player) => (
              <option key={player.seat} value={player.seat}>
                {people.name(player.seat)}
              </option>
            ))}
          </select>
        </label>
      </div>
      {found.length === 0 && <p>{t("decisions.none")}</p>}
      <ul className={styles.list}>
        {found.slice(0, shown).map(({ n, decision }) => (
          <Line key={decision.seq} n={n} decision={decision} {...{ match, people }} />
        ))}
      </ul>
      {found.length > shown && (
        <div>
          <Button onClick={() => setShown(shown + AT_ONCE)}>{t("decisions.more")}</Button>
        </div>
      )}
    </section>
  );
}

function Line({ n, decision, match, people }: { n: number; decision: Decision; match: string; people: People }) {
  const { t, language } = useTranslation("analysis");
  const words = useMoveText();
  const better = betterThan(decision);
  const exact = new Intl.NumberFormat(language, { maximumSignificantDigits: 2 });
  const what = t("moments.decision", { name: people.name(decision.seat), move: words.move(decision.move) });
  const { hand, position } = decision;
  return (
    <li className={styles.decision} data-mark={decision.mark}>
      <p className={styles.what}>
        <strong>{what}</strong>
        <span className={styles.mark} data-mark={decision.mark}>
          {t(`mark.${decision.mark}`)}
        </span>
      </p>
      <span className={`${styles.quiet} num`}>
        {t(`round.${people.round}`, { n, hand })} ·{" "}
        {better ? t("decisions.costs", { n: exact.format(decision.loss) }) : t("decisions.best")}
      </span>
      {better && (
        <span>
          {t("decisions.instead", { move: words.move(better.move) })}{" "}
          {decision.reason.code !== "best" && words.reason(decision.reason.code)}
        </span>
      )}
      <a
        href={addressOf({ at: "academy", match, hand, position, branch: null })}
        aria-label={t(decision.mark === "none" ? "moments.tryOf" : "takeBackOf", { what })}
      >
        {t(decision.mark === "none" ? "moments.try" : "takeBack")}
      </a>
    </li>
  );
}
