import { useEffect, useState } from "react";
import { rest, type Position, type SeatView, type Shared } from "kafeneio-client";
import { useRequest } from "../../app/useRequest";
import { roundOf } from "../../games/registry";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords, useSays } from "../../i18n/useWords";
import { Choice } from "../../parts/Choice";
import { Button } from "../../parts/Button";
import { useComputerName } from "../../people/useComputerNames";
import { GameBoard } from "../records/GameBoard";
import { PositionBar } from "../records/PositionBar";
import { useEventText } from "../records/useEventText";
import { useHandOf } from "../records/useHand";
import { nextPlace, placeIn, type Speed, SPEEDS, STEP_MS } from "./playing";
import styles from "./SharedScreen.module.css";

/** What the server writes in the place of an erased name. */
const FORMER_PLAYER = "former player";

interface Props {
  link: string;
  /** In a frame of another site: nothing here leads away but in a window of its own. */
  embedded: boolean;
}

/** A shared match, which plays by itself. */
export function SharedScreen({ link, embedded }: Props) {
  const { t } = useTranslation("shared");
  const { t: records } = useTranslation("records");
  const says = useSays();
  const asked = useRequest(link, () => rest.shared(link));
  if (asked.state === "here") return <Match link={link} shared={asked.value} embedded={embedded} />;
  const gone = asked.state === "refused" && asked.code === "share_unknown";
  const text = asked.state === "refused" ? says({ code: asked.code }) : records("waiting");
  return (
    <main className={styles.alone}>
      <h1>Kafeneio</h1>
      <p role="status">{gone ? t("gone") : text}</p>
      <a href="/" target={embedded ? "_blank" : undefined} rel="noopener">
        {t("home")}
      </a>
    </main>
  );
}

function Match({ link, shared, embedded }: { link: string; shared: Shared; embedded: boolean }) {
  const { t } = useTranslation("shared");
  const words = useGameWords();
  const seats = useSeats(shared);
  const played = usePlayed(link, shared);
  const title = t("title", { game: words.name(shared.game) });
  const { shown } = played;
  useEffect(() => {
    document.title = `${title} – Kafeneio`;
  }, [title]);
  return (
    <div className={styles.page} data-embedded={embedded}>
      <header className={styles.head}>
        <h1>{title}</h1>
        <Outcome shared={shared} seats={seats} />
        <a
          className={styles.out}
          href={embedded ? `/shared/${link}` : "/"}
          target={embedded ? "_blank" : undefined}
          rel="noopener"
        >
          {t(embedded ? "open" : "home")}
        </a>
      </header>
      <main className={styles.table}>
        <Seats seats={seats} due={shown?.due ?? []} />
        {shown && <Board game={shared.game} shown={shown} seats={seats} />}
      </main>
      <Controls shared={shared} played={played} seats={seats} />
    </div>
  );
}

function Board({ game, shown, seats }: { game: string; shown: Position; seats: SeatView[] }) {
  const { position, kind, data, view } = shown;
  const events = kind === null ? [] : [{ version: position, kind, data }];
  return <GameBoard game={game} view={view} you={null} seats={seats} events={events} />;
}

function Outcome({ shared, seats }: { shared: Shared; seats: SeatView[] }) {
  const { t } = useTranslation("shared");
  const { t: house } = useTranslation();
  const { list, day } = useFormats();
  const names = shared.winners.map((seat) => seats[seat]?.name ?? "");
  const said = shared.outcome === "tied" || names.length === 0 ? "tied" : "won";
  return (
    <p>
      {shared.outcome === "played"
        ? ""
        : said === "tied"
          ? house("result.tied")
          : house("result.wonBy", { names: list(names) })}{" "}
      {shared.points.length > 0 && <span className="num">{shared.points.join(" : ")}</span>} ·{" "}
      <time dateTime={shared.ended_on}>{day(Date.parse(shared.ended_on))}</time> {shared.corrected && t("corrected")}
    </p>
  );
}

function Seats({ seats, due }: { seats: SeatView[]; due: readonly number[] }) {
  const { t } = useTranslation("records");
  return (
    <ul className={styles.seats} aria-label={t("players")}>
      {seats.map((seat, at) => (
        <li key={at} data-turn={due.includes(at)}>
          {seat.name}
          {due.includes(at) && <span className="sr"> {t("toMove")}</span>}
        </li>
      ))}
    </ul>
  );
}

type Played = ReturnType<typeof usePlayed>;

function Controls({ shared, played, seats }: { shared: Shared; played: Played; seats: SeatView[] }) {
  const { t } = useTranslation("shared");
  const { t: records } = useTranslation("records");
  const eventText = useEventText(shared.game, seats);
  const { place, shown, playing, speed, go, setPlaying, setSpeed } = played;
  const events = shared.hands.find((each) => each.number === place.hand)?.events ?? 0;
  const choose = (position: number) => go({ hand: place.hand, position });
  return (
    <aside className={styles.controls} aria-label={records("controls")}>
      <p className={styles.now} role="status" aria-live={playing ? "off" : "polite"}>
        {shown && shown.kind !== "hidden" && eventText(shown, shown.view)}
      </p>
      <PositionBar events={events} position={place.position} onGo={choose} />
      <div className={styles.ways}>
        <Button kind="action" aria-pressed={playing} onClick={() => setPlaying(!playing)}>
          {t(playing ? "pause" : "start")}
        </Button>
        <Button onClick={() => go(shared.moment)}>{t("toMoment")}</Button>
        {shared.hands.length > 1 && (
          <label>
            {records(`round.${roundOf(shared.game)}.name`)}{" "}
            <select value={place.hand} onChange={(event) => go({ hand: Number(event.target.value), position: 0 })}>
              {shared.hands.map(({ number }) => (
                <option key={number} value={number}>
                  {records("replay.handOf", { number, count: shared.hands.length })}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <Choice<Speed>
        legend={t("speed")}
        options={SPEEDS.map((value) => ({ value, label: t(`speeds.${value}`) }))}
        value={speed}
        onChange={setSpeed}
      />
    </aside>
  );
}

/** The replay's place, which moves by itself while it plays; whoever goes somewhere stops it. */
function usePlayed(link: string, shared: Shared) {
  const [place, setPlace] = useState(() => placeIn(window.location.hash, shared.hands));
  const [playing, setPlaying] = useState(() => !wantsRest());
  const [speed, setSpeed] = useState<Speed>("usual");
  const { positions } = useHandOf(`${link}/${place.hand}`, (first) => rest.sharedReplay(link, place.hand, first));
  const isHere = positions.length > place.position;
  const following = nextPlace(shared.hands, place, positions);
  useEffect(() => {
    if (!playing || !isHere) return undefined;
    const step = setTimeout(() => (following ? setPlace(following) : setPlaying(false)), STEP_MS[speed]);
    return () => clearTimeout(step);
    // oxlint-disable-next-line react/exhaustive-deps -- `following` is made anew each time; the place says whether it changed
  }, [playing, isHere, place, speed]);
  return {
    place,
    playing,
    speed,
    shown: positions[place.position] ?? positions.at(-1),
    setSpeed,
    setPlaying: (on: boolean) => {
      if (on && !following) setPlace({ hand: shared.hands[0]?.number ?? 1, position: 0 });
      setPlaying(on);
    },
    go: (to: typeof place) => {
      setPlaying(false);
      setPlace({ hand: to.hand, position: to.position });
    },
  };
}

/** Whether the person wants nothing to move by itself. */
function wantsRest(): boolean {
  const { motion } = document.documentElement.dataset;
  return motion === "off" || window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Seats as a game's component knows them: hidden people are numbers. */
function useSeats(shared: Shared): SeatView[] {
  const { t } = useTranslation("shared");
  const called = useComputerName();
  return shared.seats.map((seat, at) => ({
    name: seat.former ? called(FORMER_PLAYER) : seat.name === null ? t("seat", { number: at + 1 }) : called(seat.name),
    account: null,
    bot: seat.computer,
    connected: true,
    elo: null,
    timeouts: 0,
    left: false,
    away_ms_left: null,
    choice: null,
    free: false,
  }));
}
