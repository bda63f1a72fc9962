import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { MatchLine, PlayerStatistics } from "../../generated/rest";
import { useFormats } from "../../i18n/useFormats";
import { useGameWords, useSays } from "../../i18n/useWords";
import { rankings } from "../../net/rankings";
import { Button } from "../../parts/Button";
import { Dialog } from "../../parts/Dialog";
import { useAsked } from "../records/useAsked";
import { useWhen } from "../records/useWhen";
import { HandTable } from "./HandTable";
import { Totals } from "./PlayerScreen";
import { Quintile } from "./Quintile";
import styles from "./Rankings.module.css";

/** The library that draws the graph is as large as a game: it comes when there is something to draw. */
const Graph = lazy(() => import("./Graph"));

/** One's last recorded matches: totals, a graph, and a table that leads to the hands. */
export function LastMatches({ token }: { token: string }) {
  const { t } = useTranslation("rankings");
  const says = useSays();
  const [game, setGame] = useState<string | null>(null);
  const asked = useAsked(`matches ${game ?? ""}`, () => rankings.matches(token, game));
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
      <Totals found={found} />
      {found.matches.length > 1 && (
        <Suspense fallback={<p role="status">{t("waiting")}</p>}>
          <Graph matches={found.matches} />
        </Suspense>
      )}
      <MatchTable token={token} matches={found.matches} />
    </>
  );
}

function MatchTable({ token, matches }: { token: string; matches: readonly MatchLine[] }) {
  const { t } = useTranslation("rankings");
  const [opened, setOpened] = useState<MatchLine | null>(null);
  const heads = ["number", "ended", "tableName", "result", "units", "points", "noPips", "chips", "elo", "pr"] as const;
  return (
    <>
      <div className={styles.scroll}>
        <table className={`${styles.table} ${styles.wide}`}>
          <caption className="sr">{t("statistics.table")}</caption>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {t(`statistics.${head}`)}
                </th>
              ))}
              <th scope="col">{t("statistics.quintile")}</th>
              <th scope="col">{t("statistics.hands")}</th>
            </tr>
          </thead>
          <tbody>
            {matches.map((line) => (
              <Line key={line.match} line={line} onHands={() => setOpened(line)} />
            ))}
          </tbody>
        </table>
      </div>
      {opened && <Hands token={token} line={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function Line({ line, onHands }: { line: MatchLine; onHands: () => void }) {
  const { t } = useTranslation("rankings");
  const { number, signed } = useFormats();
  const words = useGameWords();
  const when = useWhen();
  const result = line.won === null ? "tied" : line.won ? "won" : "lost";
  const target = line.target ? t(`statistics.targets.${line.target as "100" | "200" | "runout"}`) : "";
  return (
    <tr>
      <td className="num">{number(line.number)}</td>
      <th scope="row">
        {when(line.ended_at_ms)}
        <span className={styles.hint}> {[words.name(line.game), target].filter(Boolean).join(" · ")}</span>
      </th>
      <td>{line.table}</td>
      <td>{t(`statistics.${result}`)}</td>
      <td className="num">{t("statistics.ratio", { won: line.units_won, lost: line.units_lost })}</td>
      <td className="num">
        {t("statistics.ratio", { won: number(line.points_for), lost: number(line.points_against) })}
      </td>
      <td className="num">{line.scoreless ?? ""}</td>
      <td className="num">{line.net_chips === null ? "" : signed(line.net_chips)}</td>
      <td className="num">
        {number(line.elo_after)} ({signed(line.elo_delta)})
      </td>
      <td className="num">
        {line.pr_after === null ? "" : `${number(line.pr_after)} (${signed(line.pr_delta ?? 0)})`}
      </td>
      <td>{line.quintile_after === null ? "" : <Quintile value={line.quintile_after} />}</td>
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
  const asked = useAsked(line.match, () => rankings.hands(token, line.match));
  return (
    <Dialog title={t("statistics.handsOf", { number: line.number })} onClose={onClose}>
      {asked.state === "waiting" && <p role="status">{t("waiting")}</p>}
      {asked.state === "refused" && <p role="alert">{says({ code: asked.code, detail: asked.detail })}</p>}
      {asked.state === "here" && <HandTable found={asked.value} />}
    </Dialog>
  );
}
