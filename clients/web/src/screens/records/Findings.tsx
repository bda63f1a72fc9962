import type { Finding } from "../../fair/recording";
import { useTranslation } from "../../i18n/useTranslation";
import { Icon } from "../../parts/Icon";
import styles from "./Findings.module.css";

const VALUES_SHOWN = 14;

/** What matched and what did not, line by line, and what that means. */
export function Findings({ findings, promised }: { findings: readonly Finding[]; promised: boolean }) {
  const { t } = useTranslation("records");
  const broken = findings.filter((each) => !each.holds).length;
  return (
    <section className={styles.findings} aria-label={t("verify.result")}>
      <p role="status" className={styles.verdict} data-holds={broken === 0}>
        <Icon name={broken === 0 ? "check" : "alert"} />
        <span>
          {broken === 0
            ? t("verify.holds", { count: findings.length })
            : t("verify.broken", { count: broken, of: findings.length })}
        </span>
      </p>
      {broken === 0 && !promised && <p>{t("verify.notPromised")}</p>}
      <ul>
        {findings.map((each, at) => (
          <li key={at} data-holds={each.holds}>
            <span className={styles.sign} aria-hidden="true">
              {each.holds ? "✓" : "✗"}
            </span>
            <span className="sr">{t(each.holds ? "verify.ok" : "verify.bad")}: </span>
            <Words finding={each} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Words({ finding }: { finding: Finding }) {
  const { t } = useTranslation("records");
  const { kind, draw, hand, holds } = finding;
  if (!draw) return <span>{t(`verify.finds.${kind}`, { hand })}</span>;
  const { purpose, n, seq } = draw;
  return (
    <span>
      {t("verify.finds.draw", { hand: draw.hand, purpose, what: `${draw.kind} ${n}`, seq })}{" "}
      <span className={styles.values}>{shown(draw.values)}</span>
      {!holds && (
        <>
          <br />
          {t("verify.wanted")} <span className={styles.values}>{shown(draw.wanted)}</span>
        </>
      )}
    </span>
  );
}

function shown(values: readonly number[]): string {
  const first = values.slice(0, VALUES_SHOWN).join(" ");
  return values.length > VALUES_SHOWN ? `${first} …` : first;
}
