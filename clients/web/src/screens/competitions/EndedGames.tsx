import { addressOf } from "../../app/pages";
import { rest, type CompetitionCard, type GameLine, type GamePlayer } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { ButtonLink } from "../../parts/ButtonLink";
import { PlayerNames } from "../../people/PlayerNames";
import { useShownName } from "../../people/useShownName";
import { useWhen } from "../records/useWhen";
import styles from "./Competitions.module.css";
import { pauseMs, useRefreshed } from "./useRefreshed";
import { useEarlierGames } from "./useEarlierGames";

/** Everybody's games that are over, newest first, each with what it brought and its replay. */
export function EndedGames({ token, card, stamp }: { token: string; card: CompetitionCard; stamp: string }) {
  const { t } = useTranslation("competitions");
  const { id } = card.competition;
  const pause = pauseMs(card.competition.entrants);
  const [newest] = useRefreshed(() => rest.competitionGames(token, id, {}), stamp, pause);
  const [games, more] = useEarlierGames(newest, (follows) => rest.competitionGames(token, id, follows));
  const ended = games.filter((game) => game.ended_at_ms !== null);
  if (ended.length === 0) return null;
  return (
    <section className={styles.part} aria-label={t("games.over")}>
      <h2>{t("games.over")}</h2>
      <ul className={styles.lines}>
        {ended.map((game) => (
          <Ended key={game.table} game={game} />
        ))}
      </ul>
      {more && (
        <div className={styles.row}>
          <Button onClick={() => void more()}>{t("games.more")}</Button>
        </div>
      )}
    </section>
  );
}

function Ended({ game }: { game: GameLine }) {
  const { t } = useTranslation("competitions");
  const { list } = useFormats();
  const calls = useShownName();
  const when = useWhen();
  const names = list(game.players.map((player) => calls(player.name)));
  return (
    <li className={styles.line}>
      <span className={styles.what}>
        {game.players.map((player) => (
          <Brought key={player.seat} player={player} />
        ))}
        <span className={styles.quiet}>
          {game.ended_at_ms !== null && when(game.ended_at_ms)}
          {game.state !== "counted" && ` · ${t(game.state === "void" ? "games.void" : "games.returned")}`}
        </span>
      </span>
      <ReplayLink game={game} names={names} />
    </li>
  );
}

function Brought({ player }: { player: GamePlayer }) {
  const { t } = useTranslation("competitions");
  const { number, signed } = useFormats();
  const { points } = player;
  const score = (names: string) =>
    points === null ? names : t("games.score", { names, points: number(points), margin: signed(player.margin ?? 0) });
  return (
    <span>
      <PlayerNames people={[player]} sentence={score} />
      {player.counted && <span className={styles.counts}> ✓ {t("games.counts")}</span>}
    </span>
  );
}

/** The way to a game's replay; of a game without a result there is none. */
export function ReplayLink({ game, names }: { game: GameLine; names: string }) {
  const { t } = useTranslation("competitions");
  if (game.match === "" || game.state !== "counted") return null;
  return (
    <ButtonLink
      href={addressOf({ at: "replay", match: game.match, hand: null, position: null })}
      aria-label={t("games.replayOf", { names })}
    >
      {t("games.replay")}
    </ButtonLink>
  );
}
