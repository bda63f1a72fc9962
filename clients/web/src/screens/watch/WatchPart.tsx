import { ask, type WatchableTable } from "kafeneio-client";
import { useApp, useClient, useRoom } from "../../app/context";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { PlayerNames } from "../../people/PlayerNames";
import styles from "./Watch.module.css";
import { useAgain } from "./useAgain";

/** Games to watch at one press: the top table, and where friends play; nothing while there are none. */
export function WatchPart() {
  const { t } = useTranslation("watch");
  const token = useApp((state) => state.token) ?? "";
  const { seatedAt } = useRoom();
  const found = useAgain(() => ask("GET /api/me/friends/games", { token }));
  if (!found || seatedAt !== null) return null;
  const { top } = found;
  const others = found.games.filter(({ table }) => table.table !== top?.table.table);
  if (!top && others.length === 0) return null;
  return (
    <section className={styles.watch} aria-label={t("title")}>
      <h2>{t("title")}</h2>
      <ul>
        {top && <Game game={top} why={t("top")} />}
        {others.map((game) => (
          <Game key={game.table.table} game={game} why={t("friends")} />
        ))}
      </ul>
    </section>
  );
}

function Game({ game: { table, elo }, why }: { game: WatchableTable; why: string }) {
  const { t } = useTranslation("watch");
  const client = useClient();
  const words = useGameWords();
  const { list, rating } = useFormats();
  const people = table.seats.filter((seat) => seat.name !== null);
  const about = { game: words.name(table.game), names: list(people.map((seat) => seat.name ?? "")) };
  return (
    <li className={styles.game}>
      <p>
        <strong>{why}</strong> · {words.name(table.game)}
        <br />
        <PlayerNames people={people} />
        <span className={`${styles.note} num`}> · {t("rated", { elo: rating(elo) })}</span>
      </p>
      <Button onClick={() => client.show(table.table)} aria-label={t("watchAt", about)}>
        {t("watch")}
      </Button>
    </li>
  );
}
