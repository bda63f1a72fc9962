import { useApp, useClient } from "../../app/context";
import { rest, type CompetitionCard, type GameLine } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { PlayerNames } from "../../people/PlayerNames";
import { useShownName } from "../../people/useShownName";
import { useWhen } from "../records/useWhen";
import styles from "./Competitions.module.css";
import { ReplayLink } from "./EndedGames";
import { pauseMs, useRefreshed } from "./useRefreshed";

/** Games that run, to be watched, and one's own with what they brought. */
export function GamesPart({ token, card, stamp }: { token: string; card: CompetitionCard; stamp: string }) {
  const { t } = useTranslation("competitions");
  const me = useApp((state) => state.room?.me.account) ?? "";
  const { id } = card.competition;
  const pause = pauseMs(card.competition.entrants);
  const [running] = useRefreshed(() => rest.competitionGames(token, id, { running: true }), stamp, pause);
  const [own] = useRefreshed(() => rest.competitionGames(token, id, { player: me }), stamp, pause, me);
  const others = (running?.games ?? []).filter((game) => game.players.every((player) => player.account !== me));
  const mine = (own?.games ?? []).filter((game) => game.ended_at_ms !== null);
  return (
    <>
      {others.length > 0 && (
        <section className={styles.part} aria-label={t("games.running")}>
          <h2>{t("games.running")}</h2>
          <ul className={styles.lines}>
            {others.map((game) => (
              <Running key={game.table} game={game} />
            ))}
          </ul>
        </section>
      )}
      {mine.length > 0 && (
        <section className={styles.part} aria-label={t("games.own")}>
          <h2>{t("games.own")}</h2>
          <ul className={styles.lines}>
            {mine.map((game) => (
              <Played key={game.table} game={game} me={me} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function useNames(): (game: GameLine, without?: string) => string {
  const { list } = useFormats();
  const calls = useShownName();
  return (game, without) =>
    list(game.players.filter((player) => player.account !== without).map((player) => calls(player.name)));
}

function Running({ game }: { game: GameLine }) {
  const { t } = useTranslation("competitions");
  const client = useClient();
  const names = useNames();
  return (
    <li className={styles.line}>
      <span className={styles.what}>
        <span>
          <PlayerNames people={game.players} />
        </span>
      </span>
      <Button onClick={() => client.visit(game.table)} aria-label={t("games.watchWhom", { names: names(game) })}>
        {t("games.watch")}
      </Button>
    </li>
  );
}

function Played({ game, me }: { game: GameLine; me: string }) {
  const { t } = useTranslation("competitions");
  const { signed } = useFormats();
  const names = useNames();
  const when = useWhen();
  const own = game.players.find((player) => player.account === me);
  const counts = own !== undefined && own.points !== null;
  return (
    <li className={styles.line} data-counted={own?.counted ?? false}>
      <span className={styles.what}>
        <strong>
          <PlayerNames
            people={game.players.filter((player) => player.account !== me)}
            sentence={(others) => t("games.against", { names: others })}
          />
        </strong>
        <span className={styles.quiet}>
          {game.ended_at_ms !== null && when(game.ended_at_ms)}
          {counts && ` · ${t(own.counted ? "games.counts" : "games.notCounted")}`}
          {!counts && ` · ${t("games.returned")}`}
        </span>
      </span>
      {counts && (
        <span className="num">
          {t("games.points", { count: own.points ?? 0 })} ({signed(own.margin ?? 0)})
        </span>
      )}
      <ReplayLink game={game} names={names(game)} />
    </li>
  );
}
