import { useEffect, useId, useState } from "react";
import { promised } from "../../fair/memory";
import { check, type Check, verdict } from "../../fair/verify";
import type { ResultView } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { Icon } from "../../parts/Icon";
import type { ResultSeats } from "../../state/openTable";
import styles from "./Fairness.module.css";

const EXPLAIN = { verified: "explain", unknown: "explainUnknown", broken: "explainBroken" } as const;

/** The badge that says whether chance was what had been promised; behind it the values, to check for oneself. */
export function Fairness({ result, then }: { result: ResultView; then: ResultSeats }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const found = useCheck(result, then.you);
  const id = useId();
  if (!found) return null;
  const said = verdict(found);
  return (
    <div className={styles.fair} data-verdict={said}>
      <button
        type="button"
        className={styles.badge}
        aria-expanded={shown}
        aria-controls={id}
        onClick={() => setShown(!shown)}
      >
        <Icon name={said === "verified" ? "check" : "alert"} size={20} />
        <span>{t(`fair.${said}`)}</span>
        <span className={styles.more}>{t("fair.show")}</span>
      </button>
      <div id={id} hidden={!shown} className={styles.proof}>
        <p>{t(`fair.${EXPLAIN[said]}`)}</p>
        <Findings found={found} />
        <dl>
          <dt>{t("fair.commit")}</dt>
          <dd>{result.commit}</dd>
          <dt>{t("fair.root")}</dt>
          <dd>{result.root}</dd>
          <dt>{t("fair.seeds")}</dt>
          {result.seeds.map((seed, at) => (
            <dd key={at}>{seed}</dd>
          ))}
        </dl>
      </div>
    </div>
  );
}

function Findings({ found }: { found: Check }) {
  const { t } = useTranslation();
  const lines: [boolean | null, string][] = [
    [found.rootMatches, t("fair.rootMatches")],
    [found.commitKept, t("fair.commitKept")],
  ];
  if (found.seedUsed === "late") lines.push([null, t("fair.seedLate")]);
  else if (found.seedUsed !== null) lines.push([found.seedUsed, t("fair.seedUsed")]);
  return (
    <ul className={styles.findings}>
      {lines.map(([holds, words]) => (
        <li key={words} data-holds={holds}>
          <span aria-hidden="true">{holds === null ? "–" : holds ? "✓" : "✗"}</span>
          <span>
            {words}: {holds === null ? t("fair.notSeen") : t(holds ? "common.yes" : "common.no")}
          </span>
        </li>
      ))}
    </ul>
  );
}

function useCheck(result: ResultView, you: number | null): Check | null {
  const [found, setFound] = useState<Check | null>(null);
  const { match, root, commit } = result;
  useEffect(() => {
    let wanted = true;
    void check(result, promised(match), you).then((done) => wanted && setFound(done));
    return () => {
      wanted = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- chips and ratings that arrive later prove nothing new
  }, [match, root, commit, you]);
  return found;
}
