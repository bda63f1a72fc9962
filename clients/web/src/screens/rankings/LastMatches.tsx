import { lazy, type ReactNode, Suspense, useState } from "react";
import { rankings, type MatchLine, type PlayerStatistics } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords, useSays } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { Dialog } from "../../parts/Dialog";
import { useRequest } from "../../app/useRequest";
import { useWhen } from "../records/useWhen";
import { type Column, columnsOf } from "./columns";
import { Facts } from "./Facts";
import { HandTable } from "./HandTable";
import { Quintile } from "./Quintile";
import styles from "./Rankings.module.css";

/** The library that draws the graph is as large as a game: it comes when there is something to draw. */
const Graph = lazy(() => import("./Graph"));

/** One's last recorded matches: totals, a graph, and a table that leads to the hands. */
export function LastMatches({ token }: { token: string }) {
  const { t } = useTranslation("rankings");
  const says = useSays();
  const [game, setGame] = useState<string | null>(null);
  const asked = useRequest(`matches ${game ?? ""}`, () => rankings.matches(token, game));
  return (
    <section className={styles.part} aria-labelledby="last-matches">
      <h2 id="last-matches">{t("statistics.title")}</h2>
      {asked.state === "waiting" && <p role="status">{t("waiting")}</p>}
      {asked.state === "refused" && <p role="alert">{says({ code: asked.code, detail: asked.detail })}</p>}
      {asked.state === "here" && <Shown token={token} found={asked.value} game={game} onGame={setGame} />}
    </section>
  );
}

interface Props {
  token: string;
  found: PlayerStatistics;
  game: string | null;
  onGame: (game: string | null) => void;
}

function Shown({ token, found, game, onGame }: Props) {
  const { t } = useTranslation("rankings");
  const words = useGameWords();
  if (found.games.length === 0) return <p>{t("statistics.empty")}</p>;
  return (
    <>
      <label className={styles.picker}>
        <span>{t("statistics.game")}</span>
        <select value={game ?? ""} onChange={(event) => onGame(event.target.value || null)}>
          <option value="">{t("statistics.all")}</option>
          {found.games.map((each) => (
            <option key={each} value={each}>
              {words.name(each)}
            </option>
          ))}
        </select>
      </label>
      <Sums found={found} game={game} />
      {found.matches.length > 1 && (
        <Suspense fallback={<p role="status">{t("waiting")}</p>}>
          <Graph matches={found.matches} />
        </Suspense>
      )}
      <MatchTable token={token} matches={found.matches} />
    </>
  );
}

/** What the matches shown add up to. Hands and points of different games are not added up. */
function Sums({ found, game }: { found: PlayerStatistics; game: string | null }) {
  const { t } = useTranslation("rankings");
  const { number, signed } = useFormats();
  const { totals } = found;
  const ratio = (won: number, lost: number) => t("statistics.ratio", { won: number(won), lost: number(lost) });
  const oneGame = game !== null || found.games.length === 1;
  const facts: [string, ReactNode][] = [
    [t("player.pr"), found.classified_matches > 0 ? number(found.pr) : "–"],
    [t("player.quintile"), <Quintile key="quintile" value={found.quintile} />],
    [t("player.recorded"), number(totals.matches)],
    [t("player.won"), number(totals.won)],
    [t("player.lost"), number(totals.lost)],
    [t("player.tied"), number(totals.tied)],
  ];
  if (oneGame) {
    facts.push([t("statistics.units"), ratio(totals.units_won, totals.units_lost)]);
    facts.push([t("statistics.points"), ratio(totals.points_for, totals.points_against)]);
  }
  facts.push([t("statistics.chips"), signed(totals.net_chips)], [t("statistics.eloSum"), signed(totals.elo_delta)]);
  return <Facts facts={facts} label={t("statistics.totals")} />;
}

function MatchTable({ token, matches }: { token: string; matches: readonly MatchLine[] }) {
  const { t } = useTranslation("rankings");
  const [opened, setOpened] = useState<MatchLine | null>(null);
  const columns = columnsOf(matches);
  return (
    <>
      <div className={styles.scroll}>
        <table className={`${styles.table} ${styles.wide}`}>
          <caption className="sr">{t("statistics.table")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("statistics.ended")}</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {t(`statistics.${column}`)}
                </th>
              ))}
              <th scope="col">
                <span className="sr">{t("statistics.hands")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {matches.map((line) => (
              <Line key={line.match} line={line} columns={columns} onHands={() => setOpened(line)} />
            ))}
          </tbody>
        </table>
      </div>
      {opened && <Hands token={token} line={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

interface LineProps {
  line: MatchLine;
  columns: readonly Column[];
  onHands: () => void;
}

/** A match: a row, and on a narrow screen a card in which each number has the name of its column. */
function Line({ line, columns, onHands }: LineProps) {
  const { t } = useTranslation("rankings");
  const { number, rating, signed } = useFormats();
  const words = useGameWords();
  const when = useWhen();
  const result = line.won === null ? "tied" : line.won ? "won" : "lost";
  const target = line.target ? t(`statistics.targets.${line.target as "100" | "200" | "runout"}`) : "";
  const about = [`${t("statistics.number")} ${number(line.number)}`, words.name(line.game), target, line.table];
  const moved = (after: number, delta: number) => `${rating(after)} (${signed(delta)})`;
  const cells: Record<Column, ReactNode> = {
    result: (
      <>
        {t(`statistics.${result}`)}
        {line.corrected && <span className={styles.hint}> · {t("statistics.corrected")}</span>}
      </>
    ),
    units: t("statistics.ratio", { won: line.units_won, lost: line.units_lost }),
    points: t("statistics.ratio", { won: number(line.points_for), lost: number(line.points_against) }),
    noPips: line.scoreless,
    chips: line.net_chips === null ? null : signed(line.net_chips),
    elo: moved(line.elo_after, line.elo_delta),
    pr: line.pr_after === null ? null : moved(line.pr_after, line.pr_delta ?? 0),
    quintile: line.quintile_after === null ? null : <Quintile value={line.quintile_after} />,
  };
  return (
    <tr>
      <th scope="row">
        {when(line.ended_at_ms)}
        <span className={styles.hint}>{about.filter(Boolean).join(" · ")}</span>
      </th>
      {columns.map((column) => (
        <td key={column} className="num" data-label={t(`statistics.${column}`)}>
          {cells[column]}
        </td>
      ))}
      <td>
        <Button onClick={onHands} aria-label={t("statistics.handsOf", { number: line.number })}>
          {t("statistics.hands")}
        </Button>
      </td>
    </tr>
  );
}

function Hands({ token, line, onClose }: { token: string; line: MatchLine; onClose: () => void }) {
  const { t } = useTranslation("rankings");
  const says = useSays();
  const asked = useRequest(line.match, () => rankings.hands(token, line.match));
  return (
    <Dialog title={t("statistics.handsOf", { number: line.number })} onClose={onClose}>
      {asked.state === "waiting" && <p role="status">{t("waiting")}</p>}
      {asked.state === "refused" && <p role="alert">{says({ code: asked.code, detail: asked.detail })}</p>}
      {asked.state === "here" && <HandTable found={asked.value} />}
    </Dialog>
  );
}
