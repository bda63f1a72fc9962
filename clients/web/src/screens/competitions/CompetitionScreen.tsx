import { useApp } from "../../app/context";
import { rest, type CompetitionCard } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords, useSays } from "../../i18n/useWords";
import { PaperPage } from "../records/PaperPage";
import { useWhen } from "../records/useWhen";
import styles from "./Competitions.module.css";
import { EndedGames } from "./EndedGames";
import { calledOffWord } from "./evenings";
import { GamesPart } from "./GamesPart";
import { MakerPart } from "./MakerPart";
import { OwnPart } from "./OwnPart";
import { RulesPart } from "./RulesPart";
import { StandingsPart } from "./StandingsPart";
import { poolWord } from "./poolWord";
import { useCompetitionName } from "./useCompetitionName";
import { pauseMs, useRefreshed } from "./useRefreshed";

/** One competition: how it stands, what one can do in it, how it is counted, and who is where. */
export function CompetitionScreen({ token, id }: { token: string; id: string }) {
  const { t } = useTranslation("competitions");
  const says = useSays();
  const nameOf = useCompetitionName();
  const pushed = useApp((state) => state.competitions.get(id));
  const news = useApp((state) => state.competitionNews);
  const stamp = `${pushed?.seq ?? 0}`;
  const pause = pauseMs(pushed?.entrants ?? 0);
  const [found, refused, again] = useRefreshed(() => rest.competition(token, id), stamp, pause, news);
  if (found === null) {
    return (
      <PaperPage title={t("list.title")} lead="" back={{ at: "competitions" }}>
        {refused === null ? <p role="status">{t("busy")}</p> : <p role="alert">{says({ code: refused })}</p>}
      </PaperPage>
    );
  }
  const line = pushed && pushed.seq >= found.competition.seq ? pushed : found.competition;
  const card: CompetitionCard = { ...found, competition: line };
  return (
    <PaperPage title={nameOf(line)} lead="" back={{ at: "competitions" }}>
      <Facts card={card} />
      <MakerPart token={token} card={card} again={again} />
      <OwnPart token={token} card={card} again={again} />
      <StandingsPart token={token} card={card} stamp={stamp} />
      <GamesPart token={token} card={card} stamp={stamp} />
      <EndedGames token={token} card={card} stamp={stamp} />
      <RulesPart card={card} />
    </PaperPage>
  );
}

function Facts({ card: { competition: line, rules, reason, paid_at_ms: paidAtMs } }: { card: CompetitionCard }) {
  const { t } = useTranslation("competitions");
  const { t: house } = useTranslation();
  const { number } = useFormats();
  const words = useGameWords();
  const when = useWhen();
  const choices = Object.entries(rules.options)
    .map(([option, value]) => words.choice(line.game, option, value))
    .filter(Boolean);
  const pool = poolWord(line);
  const isPaying = line.state === "settled" && paidAtMs === null;
  return (
    <section className={styles.head} aria-label={t("facts")}>
      <p>
        <strong className={styles.state} data-state={line.state}>
          {isPaying ? t("statesPaying") : t(`states.${line.state as "open"}`)}
        </strong>
        {["", words.name(line.game), ...choices].join(" · ")}
      </p>
      {line.state === "cancelled" && <p>{t(calledOffWord(reason) ?? "cancelledWhy", { reason })}</p>}
      {line.state === "settled" && <p>{paidAtMs === null ? t("paying") : t("paid", { when: when(paidAtMs) })}</p>}
      <dl className={styles.facts}>
        {pool && (
          <div>
            <dt>{t(pool)}</dt>
            <dd className={`${styles.pool} num`} aria-live="polite">
              {house("common.chips", { count: line.pool_chips })}
            </dd>
          </div>
        )}
        <div>
          <dt>{t("entrants")}</dt>
          <dd className="num">{number(line.entrants)}</dd>
        </div>
        <div>
          <dt>{t("entry")}</dt>
          <dd className="num">
            {line.price_chips === 0 ? t("free") : house("common.chips", { count: line.price_chips })}
          </dd>
        </div>
        {line.state === "announced" && (
          <div>
            <dt>{t("opens")}</dt>
            <dd>{when(line.opens_at_ms)}</dd>
          </div>
        )}
        <div>
          <dt>{t("starts")}</dt>
          <dd>{when(line.starts_at_ms)}</dd>
        </div>
        <div>
          <dt>{t("ends")}</dt>
          <dd>{when(line.ends_at_ms)}</dd>
        </div>
      </dl>
    </section>
  );
}
