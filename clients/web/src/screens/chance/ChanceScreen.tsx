import { useState } from "react";
import { rest, type Chance } from "kafeneio-client";
import { useApp } from "../../app/context";
import { addressOf } from "../../app/pages";
import { useRequest } from "../../app/useRequest";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords, useSays } from "../../i18n/useWords";
import { ButtonLink } from "../../parts/ButtonLink";
import { PaperPage } from "../records/PaperPage";
import { answerOf, firstOf, sumOf } from "./chance";
import { DealsPart, DicePart, LeaderPart } from "./Counts";
import { DaysPart, FitsPart } from "./Fits";
import { LuckPart } from "./LuckPart";
import styles from "./Chance.module.css";

/** Dice and deals in public: everything that was ever rolled and dealt, counted and tested, for everybody to see. */
export default function ChanceScreen() {
  const { t } = useTranslation("chance");
  const says = useSays();
  const token = useApp((state) => state.token);
  const asked = useRequest("chance", () => rest.chance());
  return (
    <PaperPage title={t("title")} lead={t("lead")}>
      {asked.state === "waiting" && <p role="status">{t("waiting")}</p>}
      {asked.state === "refused" && <p role="alert">{says({ code: asked.code, detail: asked.detail })}</p>}
      {asked.state === "here" && <Shown chance={asked.value} />}
      <LuckPart token={token} />
      <CheckPart />
    </PaperPage>
  );
}

function Shown({ chance }: { chance: Chance }) {
  const { t } = useTranslation("chance");
  const words = useGameWords();
  const [chosen, setChosen] = useState<string | null>(null);
  const { games } = chance;
  const shown = games.find(({ game }) => game === (chosen ?? firstOf(games)));
  if (!shown) return <p>{t("empty")}</p>;
  const answer = answerOf(games);
  return (
    <>
      <p className={styles.answer} data-answer={answer}>
        {t(`answer.${answer}`)}
      </p>
      <Totals chance={chance} />
      <label className={styles.picker}>
        <span>{t("game")}</span>
        <select value={shown.game} onChange={(event) => setChosen(event.target.value)}>
          {games.map(({ game }) => (
            <option key={game} value={game}>
              {words.name(game)}
            </option>
          ))}
        </select>
      </label>
      {shown.dice && <DicePart key={`dice ${shown.game}`} dice={shown.dice} />}
      {shown.deals.length > 0 && <DealsPart deals={shown.deals} />}
      {shown.leader.length > 0 && <LeaderPart leader={shown.leader} />}
      <FitsPart fits={shown.fits} />
      <DaysPart key={`days ${shown.game}`} game={shown} />
      <p>
        <a className={styles.file} href={`/api/chance/${shown.game}`} download={`kafeneio-${shown.game}.json`}>
          {t("check.raw")}
        </a>
      </p>
    </>
  );
}

/** Of all games together. */
function Totals({ chance: { games, waiting } }: { chance: Chance }) {
  const { t } = useTranslation("chance");
  const { number } = useFormats();
  const facts = [
    ["rolls", sumOf(games.map(({ dice }) => (dice ? sumOf(dice.pairs) : 0)))],
    ["shuffles", sumOf(games.map(({ shuffles }) => shuffles))],
    ["matches", sumOf(games.map(({ matches }) => matches))],
  ] as const;
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`total.${name}`)}</dt>
            <dd className="num">{number(value)}</dd>
          </div>
        ))}
      </dl>
      {waiting > 0 && <p className={styles.quiet}>{t("total.waiting", { count: waiting })}</p>}
    </>
  );
}

/** How one checks a single match, without believing anybody. */
function CheckPart() {
  const { t } = useTranslation("chance");
  return (
    <section className={styles.part} aria-labelledby="chance-check">
      <h2 id="chance-check">{t("check.title")}</h2>
      <p>{t("check.text")}</p>
      <div className={styles.ways}>
        <ButtonLink kind="action" href={addressOf({ at: "verify", match: null })}>
          {t("check.verify")}
        </ButtonLink>
      </div>
      <p className={styles.quiet}>{t("check.tool")}</p>
      <pre className={styles.command}>
        <code>kafeneio verify kafeneio-….json</code>
      </pre>
    </section>
  );
}
