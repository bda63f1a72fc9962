import { useState } from "react";
import { useApp, useClient, useRoom } from "../../app/context";
import type { GameInfo, TableLine } from "kafeneio-client";
import { family } from "../../games/registry";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { Button } from "../../parts/Button";
import { defaultOptions, gamesInOrder, otherSeats } from "../../state/games";
import { isFree } from "../../state/lists";
import { StrengthChoice } from "../create/StrengthChoice";
import type { Wish } from "../create/useDraft";
import styles from "./GameTiles.module.css";
import { TableRow } from "./TableRow";
import { isVisitor } from "../../state/visitors";

/** Every game as a tile: how many play it now, the computer at one press, and the way to people. */
export function GameTiles({ onCreate }: { onCreate: (wish: Wish) => void }) {
  const { t } = useTranslation("play");
  const catalogue = useApp((state) => state.catalogue) ?? [];
  const { tables, me } = useRoom();
  const lines = [...tables.values()];
  const [house, people] = split(gamesInOrder(catalogue), (info) => info.house_banked);
  const houseTables = lines.filter((line) => house.some(({ game }) => game === line.game));
  return (
    <section aria-label={t("tiles.title")} className={styles.all}>
      <StrengthChoice />
      <ul className={styles.tiles}>
        {people.map((info) => (
          <Tile
            key={info.game}
            info={info}
            lines={lines.filter((line) => line.game === info.game)}
            onPeople={() => onCreate({ company: "open", game: info.game })}
          />
        ))}
      </ul>
      {houseTables.length > 0 && !isVisitor(me) && (
        <details className={styles.house}>
          <summary>{t("tiles.house", { count: houseTables.length })}</summary>
          <ul>
            {houseTables.map((line) => (
              <TableRow key={line.table} line={line} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Tile({ info, lines, onPeople }: { info: GameInfo; lines: readonly TableLine[]; onPeople: () => void }) {
  const { t } = useTranslation(["app", "play"]);
  const words = useGameWords();
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const Emblem = family(info.game)?.Emblem;
  const name = words.name(info.game);
  const playing = lines.flatMap((line) => line.seats).filter((seat) => !isFree(seat) && !seat.bot).length;
  const playComputer = async () => {
    setBusy(true);
    await client.playComputer(t("now.computerTable"), info.game, otherSeats(info, defaultOptions(info)));
    setBusy(false);
  };
  return (
    <li className={styles.tile}>
      <span className={styles.emblem}>{Emblem && <Emblem game={info.game} />}</span>
      <h3>{name}</h3>
      <p className="num">{playing > 0 && t("play:tiles.playing", { count: playing })}</p>
      <div className={styles.ways}>
        <Button busy={busy} onClick={playComputer} aria-label={t("play:tiles.computerAt", { game: name })}>
          {t("play:tiles.computer")}
        </Button>
        <Button onClick={onPeople} aria-label={t("play:tiles.peopleAt", { game: name })}>
          {t("play:tiles.people")}
        </Button>
      </div>
    </li>
  );
}

/** Those for which it holds, and the others. */
function split<T>(all: readonly T[], holds: (each: T) => boolean): [T[], T[]] {
  return [all.filter(holds), all.filter((each) => !holds(each))];
}
