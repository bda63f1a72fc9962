import { useState } from "react";
import { useClient, useRoom } from "../../app/context";
import type { TableLine } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { Amount } from "../../parts/Amount";
import { Button } from "../../parts/Button";
import { MiniTable } from "../../parts/MiniTable";
import { PlayerNames } from "../../people/PlayerNames";
import { isFree, isJoinable, isTaken, isWatchable } from "../../state/lists";
import { useTableTitle } from "./useTableTitle";
import { isVisitor } from "../../state/visitors";
import styles from "./TableRow.module.css";

/** `isGone`: it was closed, and stays where it is while a hand is at the list. */
export function TableRow({ line, isGone = false }: { line: TableLine; isGone?: boolean }) {
  const { t } = useTranslation();
  const { title, detail } = useTableTitle(line);
  const people = line.seats.filter((seat) => seat.name !== null && !seat.bot && !seat.invited);
  const taken = line.seats.filter(isTaken).length;
  return (
    <li className={styles.row}>
      <MiniTable seats={line.seats} />
      <div className={styles.what}>
        <h3>{title}</h3>
        {detail && <p>{detail}</p>}
        <p className={styles.who}>
          <span className="sr">{t("tables.seatsTaken", { taken, count: line.seats.length })} </span>
          {people.length > 0 && <PlayerNames people={people} sentence={(names) => t("tables.with", { names })} />}
        </p>
        <Waits line={line} />
      </div>
      <div className={styles.do}>
        <Stake line={line} />
        {isGone ? <span className={styles.quiet}>{t("tables.gone")}</span> : <Way line={line} />}
      </div>
    </li>
  );
}

/** For how many a table waits, and how strong those are who sit there. */
function Waits({ line }: { line: TableLine }) {
  const { t } = useTranslation("friends");
  const { players } = useRoom();
  if (line.house || line.state !== "filling") return null;
  const ratings = line.seats.filter(isTaken).flatMap(({ account }) => players.get(account ?? "")?.elo ?? []);
  const [from, to] = [Math.min(...ratings), Math.max(...ratings)];
  const [free, promised] = [line.seats.filter(isFree).length, line.seats.filter((seat) => seat.invited).length];
  const words = [
    ...(free > 0 ? [t("waits.players", { count: free })] : []),
    ...(promised > 0 ? [t("waits.answers", { count: promised })] : []),
  ];
  if (ratings.length > 0) words.push(from === to ? t("waits.rated", { from }) : t("waits.ratedRange", { from, to }));
  return <p className="num">{words.map((part) => part.replaceAll(" ", "\u00a0")).join(" · ")}</p>;
}

function Stake({ line }: { line: TableLine }) {
  const { t } = useTranslation();
  if (line.house) return <span className={styles.quiet}>{t("table.house")}</span>;
  if (line.stake_chips > 0) return <Amount chips={line.stake_chips} />;
  return <span className={styles.quiet}>{t(line.practice ? "common.practice" : "common.stakeNone")}</span>;
}

/** A house-banked table: one goes there, and takes a place or watches. */
function HouseWay({ line }: { line: TableLine }) {
  const { t } = useTranslation();
  const client = useClient();
  const { t: visits } = useTranslation("visits");
  const { mayBank, houseAge, me } = useRoom();
  const { full } = useTableTitle(line);
  if (isVisitor(me)) return <span className={styles.quiet}>{visits("house")}</span>;
  if (!mayBank) return <span className={styles.quiet}>{t("tables.fromAge", { age: houseAge })}</span>;
  return (
    <Button kind="action" onClick={() => client.show(line.table)} aria-label={t("tables.walkTo", { name: full })}>
      {t("tables.walk")}
    </Button>
  );
}

/** What one can do about a table: sit down, watch, or only know how it stands. */
function Way({ line }: { line: TableLine }) {
  const { t } = useTranslation();
  const client = useClient();
  const room = useRoom();
  const { full } = useTableTitle(line);
  const [busy, setBusy] = useState(false);
  const join = async () => {
    setBusy(true);
    await client.joinTable(line.table);
    setBusy(false);
  };
  if (room.seatedAt === line.table) return <span className={styles.quiet}>{t("tables.yours")}</span>;
  if (room.seatedAt === null && line.house) return <HouseWay line={line} />;
  if (room.seatedAt === null && isJoinable(line)) {
    return (
      <Button kind="action" busy={busy} onClick={join} aria-label={t("tables.sitAt", { name: full })}>
        {t("tables.sit")}
      </Button>
    );
  }
  if (room.seatedAt === null && isWatchable(line)) {
    return (
      <Button onClick={() => client.show(line.table)} aria-label={t("tables.watchAt", { name: full })}>
        {t("tables.watch")}
      </Button>
    );
  }
  const waits = line.mode === "invite" && line.state === "filling" ? "invited" : line.state;
  return <span className={styles.quiet}>{t(`tables.${waits}`)}</span>;
}
