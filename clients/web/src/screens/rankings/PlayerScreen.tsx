import { rankings, type PlayerStatistics, type Standings } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords, useSays } from "../../i18n/useWords";
import { PaperPage } from "../records/PaperPage";
import { useRequest } from "../../app/useRequest";
import { BadgesPart } from "../badges/BadgesPart";
import { boardAddress } from "./boardAddress";
import { useBoardName } from "./boardNames";
import { homeOf } from "../../state/visitors";
import { useCellName } from "../visits/useVisits";
import { Facts } from "./Facts";
import { Quintile } from "./Quintile";
import styles from "./Rankings.module.css";

/** What everybody may know of a player: totals and places, no match. */
export function PlayerScreen({ token, player }: { token: string; player: string }) {
  const { t } = useTranslation("rankings");
  const says = useSays();
  const { t: visits } = useTranslation("visits");
  const nameOf = useCellName();
  const totals = useRequest(`totals ${player}`, () => rankings.totals(token, player));
  const places = useRequest(`places ${player}`, () => rankings.standings(token, player));
  const name = totals.state === "here" ? totals.value.name : null;
  const home = name && homeOf(name);
  return (
    <PaperPage title={name ?? t("player.title")} lead={t("player.lead")}>
      {home && <p>{visits("player", { home: nameOf(home) })}</p>}
      {totals.state === "waiting" && <p role="status">{t("waiting")}</p>}
      {totals.state === "refused" && <p role="alert">{says({ code: totals.code, detail: totals.detail })}</p>}
      {totals.state === "here" && <Totals found={totals.value} />}
      {places.state === "here" && <Places found={places.value} />}
      <BadgesPart token={token} player={player} />
    </PaperPage>
  );
}

/** Sums of the last recorded matches, and how the player stands now. */
function Totals({ found }: { found: PlayerStatistics }) {
  const { t } = useTranslation("rankings");
  const { number, rating, list } = useFormats();
  const words = useGameWords();
  const { totals } = found;
  const facts = [
    [t("player.elo"), rating(found.elo)],
    [t("player.peak"), rating(found.peak)],
    [t("player.rated"), number(found.rated_games)],
    [t("player.pr"), found.classified_matches > 0 ? number(found.pr) : "–"],
    [t("player.quintile"), <Quintile key="quintile" value={found.quintile} />],
    [t("player.recorded"), number(totals.matches)],
    [t("player.won"), number(totals.won)],
    [t("player.lost"), number(totals.lost)],
    [t("player.tied"), number(totals.tied)],
  ] as const;
  return (
    <section className={styles.part} aria-label={t("player.totals")}>
      <Facts facts={facts} />
      {found.games.length > 0 && (
        <p className={styles.hint}>{t("player.games", { games: list(found.games.map(words.name)) })}</p>
      )}
    </section>
  );
}

function Places({ found }: { found: Standings }) {
  const { t } = useTranslation("rankings");
  const { number, rating } = useFormats();
  const name = useBoardName();
  if (found.standings.length === 0) return <p className={styles.hint}>{t("player.noPlaces")}</p>;
  return (
    <section className={styles.part} aria-labelledby="places">
      <h2 id="places">{t("player.places")}</h2>
      <ul className={styles.lines}>
        {found.standings.map(({ period, row }) => (
          <li key={period.board} className={styles.line}>
            <a className={styles.when} href={boardAddress(period.board)}>
              {name(period)}
            </a>
            <span className="num">
              {t("player.place", { place: number(row.place), players: number(period.players) })}
            </span>
            <span className="num">{rating(row.rating)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
