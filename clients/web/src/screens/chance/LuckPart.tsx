import { rest, type LuckLine, type OwnLuck } from "kafeneio-client";
import { useRequest } from "../../app/useRequest";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords, useSays } from "../../i18n/useWords";
import { Empty } from "../Empty";
import { usePercent } from "./usePercent";
import styles from "./Chance.module.css";

const MEASURES = ["pips", "doubles", "double_tiles", "jacks", "aces_and_specials", "jokers", "wild_cards"] as const;
type Measure = (typeof MEASURES)[number];

function isMeasure(name: string): name is Measure {
  return (MEASURES as readonly string[]).includes(name);
}

/** One's own luck, beside fair chance and the others; without a login the page names where it would be. */
export function LuckPart({ token }: { token: string | null }) {
  const { t } = useTranslation("chance");
  const says = useSays();
  const asked = useRequest("luck", token === null ? null : () => rest.luck(token));
  return (
    <section className={styles.part} aria-labelledby="chance-luck">
      <h2 id="chance-luck">{t("luck.title")}</h2>
      {token === null && <p>{t("luck.login")}</p>}
      {token !== null && asked.state === "waiting" && <p role="status">{t("waiting")}</p>}
      {asked.state === "refused" && <p role="alert">{says({ code: asked.code, detail: asked.detail })}</p>}
      {asked.state === "here" && <Lines luck={asked.value} />}
    </section>
  );
}

function Lines({ luck }: { luck: OwnLuck }) {
  const { t } = useTranslation("chance");
  if (luck.lines.length === 0) return <Empty>{t("luck.empty")}</Empty>;
  return (
    <>
      <p>{t("luck.lead")}</p>
      <ul className={styles.luck}>
        {luck.lines.map((line) => (
          <Line key={`${line.game} ${line.measure}`} line={line} />
        ))}
      </ul>
    </>
  );
}

function Line({ line }: { line: LuckLine }) {
  const { t, language } = useTranslation("chance");
  const words = useGameWords();
  const percent = usePercent();
  const two = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const shown = (value: number) => (line.measure === "doubles" ? percent(value, 1) : two.format(value));
  const ahead = Math.round(line.luckier_than);
  return (
    <li>
      <h3>
        {words.name(line.game)}: {isMeasure(line.measure) ? t(`luck.measures.${line.measure}`) : line.measure}
      </h3>
      <dl className="num">
        <Fact name={t("luck.you")} value={shown(line.value)} />
        <Fact name={t("luck.fair")} value={shown(line.expected)} />
        {line.others_value !== null && <Fact name={t("luck.others")} value={shown(line.others_value)} />}
        <Fact name={t("luck.times")} value={t("luck.draws", { count: line.draws })} />
      </dl>
      <div className={styles.meter} aria-hidden="true">
        <span style={{ left: `${ahead}%` }} />
      </div>
      <p className={styles.quiet}>{t("luck.ahead", { n: ahead })}</p>
    </li>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
