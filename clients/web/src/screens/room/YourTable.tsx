import { type CSSProperties, useState } from "react";
import { useClient, useGameInfo, useRoom } from "../../app/context";
import type { SeatLine, TableLine } from "kafeneio-client";
import { winnerChips } from "../../economy/rules";
import { useStakeRules } from "../../economy/useStakeRules";
import { family } from "../../games/registry";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { Amount } from "../../parts/Amount";
import { Face } from "../../people/Face";
import { useComputerName } from "../../people/useComputerNames";
import { isPartner } from "../../people/usePlaceName";
import { Button } from "../../parts/Button";
import { sidesOf } from "../../state/games";
import { isFree, isJoinable } from "../../state/lists";
import { TableLink } from "./TableLink";
import { useOptionsLine } from "./useOptionsLine";
import styles from "./YourTable.module.css";

/** The table where one sits and waits for the game to start. */
export function YourTable({ line }: { line: TableLine }) {
  const { t } = useTranslation();
  const words = useGameWords();
  const { me } = useRoom();
  const options = useOptionsLine(line.game, line.options);
  const Emblem = family(line.game)?.Emblem;
  // Oneself at the bottom, as later at the table.
  const own = line.seats.find((seat) => seat.account === me.account)?.seat ?? 0;
  const around = (seat: number) => (seat - own + line.seats.length) % line.seats.length;
  return (
    <section className={styles.card} aria-label={t("yourTable.title")}>
      <header className={styles.head}>
        <div>
          <h2>{line.name}</h2>
          <p>
            {words.name(line.game)}
            {options && ` · ${options}`}
          </p>
        </div>
        <Stakes line={line} />
      </header>
      <div className={styles.round}>
        <div className={styles.top}>{Emblem && <Emblem />}</div>
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
      <span className="name">{seat.name === null ? t("common.freeSeat") : called(seat.name)}</span>
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
      <p role="status">{useWaiting(line, organizer)}</p>
      <div className={styles.actions}>
        <Button
          onClick={() => void client.leaveTable(line.table)}
          title={organizer ? t("yourTable.leaveEnds") : undefined}
        >
          {t("yourTable.leave")}
        </Button>
        {organizer && (
          <Button kind="action" disabled={line.state !== "ready"} busy={busy} onClick={start}>
            {t("yourTable.start")}
          </Button>
        )}
      </div>
      {isJoinable(line) && <TableLink table={line.table} />}
    </footer>
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
