import type { CheckedDraw, Finding } from "../../fair/recording";
import { roundOf } from "../../games/registry";
import { useTranslation } from "../../i18n/useTranslation";
import { Icon } from "../../parts/Icon";
import styles from "./Findings.module.css";

const VALUES_SHOWN = 14;
const PURPOSES = ["leader", "deal", "dice", "shoe"] as const;
const WAYS = ["shuffle", "below", "dice"] as const;

interface Props {
  game: string;
  findings: readonly Finding[];
  /** It was compared with a commitment from before the match. */
  promised: boolean;
}

/** What matched and what did not, line by line, and what that means. */
export function Findings({ game, findings, promised }: Props) {
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
            <Words game={game} finding={each} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Words({ game, finding }: { game: string; finding: Finding }) {
  const { t } = useTranslation("records");
  if (finding.kind === "draw") return <DrawWords game={game} draw={finding.draw} holds={finding.holds} />;
  if (finding.kind === "key") return <span>{t(`round.${roundOf(game)}.key`, { hand: finding.hand })}</span>;
  return <span>{t(`verify.finds.${finding.kind}`)}</span>;
}

function DrawWords({ game, draw, holds }: { game: string; draw: CheckedDraw; holds: boolean }) {
  const { t } = useTranslation("records");
  const { hand, n, seq } = draw;
  // A recording may come from anywhere: what it names otherwise is shown as it stands there.
  const known = PURPOSES.find((each) => each === draw.purpose);
  const way = WAYS.find((each) => each === draw.kind);
  const purpose = known ? t(`verify.purpose.${known}`) : draw.purpose;
  const what = way ? t(`verify.way.${way}`, { n }) : `${draw.kind} ${n}`;
  return (
    <span>
      {t(`round.${roundOf(game)}.draw`, { hand, purpose, what, seq })}{" "}
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
