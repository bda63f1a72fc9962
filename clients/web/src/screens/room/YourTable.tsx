import { type CSSProperties, useState } from "react";
import { useClient, useGameInfo, useRoom } from "../../app/context";
import type { SeatLine, TableLine } from "kafeneio-client";
import { winnerChips } from "../../economy/rules";
import { useStakeRules } from "../../economy/useStakeRules";
import { family } from "../../games/registry";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { Amount } from "../../parts/Amount";
import { PlayerName } from "../../people/PlayerName";
import { Face } from "../../people/Face";
import { useComputerName } from "../../people/useComputerNames";
import { isPartner } from "../../people/usePlaceName";
import { Button } from "../../parts/Button";
import { useSecondsLeft } from "../../parts/useServerNow";
import { sidesOf } from "../../state/games";
import { isFree, isJoinable } from "../../state/lists";
import { clock } from "../../state/seek";
import { TableLink } from "./TableLink";
import { useClockLine } from "./useClockLine";
import { useOptionsLine } from "./useOptionsLine";
import { useTableName } from "./useTableTitle";
import styles from "./YourTable.module.css";

/** So few seconds are left that they are shown in another colour. */
const LATE_S = 30;

/** The table where one sits and waits for the game to start. */
export function YourTable({ line }: { line: TableLine }) {
  const { t } = useTranslation();
  const words = useGameWords();
  const { me } = useRoom();
  const pace = useClockLine(line.clock_factor);
  const name = useTableName(line);
  const bots = line.bots_allowed && t("create.withBots");
  const options = [useOptionsLine(line.game, line.options), pace, bots].filter(Boolean).join(" · ");
  const Emblem = family(line.game)?.Emblem;
  // Oneself at the bottom, as later at the table.
  const own = line.seats.find((seat) => seat.account === me.account)?.seat ?? 0;
  const around = (seat: number) => (seat - own + line.seats.length) % line.seats.length;
  return (
    <section className={styles.card} aria-label={t("yourTable.title")}>
      <header className={styles.head}>
        <div>
          <h2>{name}</h2>
          <p>
            {words.name(line.game)}
            {options && ` · ${options}`}
          </p>
        </div>
        <Stakes line={line} />
      </header>
      <div className={styles.round}>
        <div className={styles.top}>{Emblem && <Emblem game={line.game} />}</div>
        <ul>
          {line.seats.map((seat) => (
            <Chair key={seat.seat} line={line} seat={seat} at={around(seat.seat)} />
          ))}
        </ul>
      </div>
      {line.state === "started" ? <GameOn line={line} /> : <Waiting line={line} />}
    </section>
  );
}

function Stakes({ line }: { line: TableLine }) {
  const { t } = useTranslation();
  const rules = useStakeRules();
  const sides = sidesOf(useGameInfo(line.game), line.seats.length);
  if (line.stake_chips === 0) return <p>{t(line.practice ? "common.practice" : "common.stakeNone")}</p>;
  const amount = rules && t("common.chips", { count: winnerChips(rules, line.stake_chips, sides) });
  const many = line.seats.length > sides;
  return (
    <div className={styles.stakes}>
      <Amount chips={line.stake_chips} />
      {amount && <p>{t(many ? "yourTable.winnersReceive" : "yourTable.winnerReceives", { amount })}</p>}
    </div>
  );
}

interface ChairProps {
  line: TableLine;
  seat: SeatLine;
  at: number;
}

function Chair({ line: { game, seats, organizer }, seat, at }: ChairProps) {
  const of = seats.length;
  const { t } = useTranslation(["app", "play"]);
  const { me } = useRoom();
  const called = useComputerName();
  const info = useGameInfo(game);
  const own = seats.find((each) => each.account === me.account)?.seat ?? 0;
  const partner = isPartner(info, seat.seat, own, of);
  const angle = Math.PI / 2 - (at * 2 * Math.PI) / of;
  const place = { "--x": Math.cos(angle).toFixed(4), "--y": Math.sin(angle).toFixed(4) } as CSSProperties;
  const note = seat.invited
    ? t("yourTable.invited")
    : seat.account === me.account
      ? t("common.you")
      : seat.account === organizer && seat.account !== null
        ? t("yourTable.organizer")
        : partner && seats.length === 4
          ? t("play:places.partner")
          : null;
  return (
    <li className={styles.chair} style={place} data-free={isFree(seat)} data-invited={seat.invited}>
      <span className={styles.face}>
        {seat.name !== null && <Face account={seat.account} name={seat.name} bot={seat.bot} />}
      </span>
      <span className="name">
        {seat.name === null ? (
          t("common.freeSeat")
        ) : (
          <PlayerName account={seat.bot ? null : seat.account} name={seat.name} called={called(seat.name)} />
        )}
      </span>
      {note && <span className={styles.note}>{note}</span>}
    </li>
  );
}

/** The game is on, and the player has turned away from it. */
function GameOn({ line }: { line: TableLine }) {
  const { t } = useTranslation();
  const client = useClient();
  return (
    <footer className={styles.foot}>
      <p role="status">{t("yourTable.started")}</p>
      <Button kind="action" onClick={() => client.show(line.table)}>
        {t("yourTable.goThere")}
      </Button>
    </footer>
  );
}

function Waiting({ line }: { line: TableLine }) {
  const { t } = useTranslation();
  const client = useClient();
  const { me } = useRoom();
  const [busy, setBusy] = useState(false);
  const organizer = line.organizer === me.account;
  const start = async () => {
    setBusy(true);
    await client.startTable(line.table);
    setBusy(false);
  };
  return (
    <footer className={styles.foot}>
      <div>
        <p role="status">{useWaiting(line, organizer)}</p>
        {line.closes_at_ms !== null && <Until atMs={line.closes_at_ms} />}
      </div>
      <div className={styles.actions}>
        <Button
          onClick={() => void client.leaveTable(line.table)}
          title={organizer ? t("yourTable.leaveEnds") : undefined}
        >
          {t("yourTable.leave")}
        </Button>
        {organizer && (
          <Button
            kind="action"
            size={line.state === "ready" ? "large" : "normal"}
            disabled={line.state !== "ready"}
            busy={busy}
            onClick={start}
          >
            {t("yourTable.start")}
          </Button>
        )}
      </div>
      {isJoinable(line) && <TableLink table={line.table} />}
    </footer>
  );
}

/** How long a full table waits for its organizer; then it is closed. */
function Until({ atMs }: { atMs: number }) {
  const { t } = useTranslation("play");
  const seconds = useSecondsLeft(atMs);
  return (
    <p className={`${styles.until} num`} role="timer" data-late={seconds <= LATE_S}>
      {t("clock.until", { time: clock(seconds * 1_000) })}
    </p>
  );
}

/** What the table is waiting for, in words. */
function useWaiting(line: TableLine, organizer: boolean): string {
  const { t } = useTranslation();
  const free = line.seats.filter(isFree).length;
  if (line.state === "ready") {
    const name = line.seats.find((seat) => seat.account === line.organizer)?.name ?? "";
    return organizer ? t("yourTable.readyOrganizer") : t("yourTable.readyOther", { name });
  }
  return free > 0 ? t("yourTable.waitingSeats", { count: free }) : t("yourTable.waitingAnswers");
}
