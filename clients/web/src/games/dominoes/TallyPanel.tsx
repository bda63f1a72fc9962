import { useState } from "react";
import type { Tally } from "../../generated/games/dominoes";
import type { SeatView } from "kafeneio-client";
import { Button } from "../../parts/Button";
import type { Say } from "../api";
import type { View } from "./laying";
import { nameOf, pairName } from "../../parts/sitting";
import { ScoreBoard } from "./ScoreBoard";
import { countedSeats, heldBy, sumOf } from "./scores";
import styles from "./TallyPanel.module.css";
import { outcomeWords } from "./eventText";
import { halvesOf } from "./tiles";
import { StandingTile } from "./TileShape";

interface Props {
  view: View;
  seats: readonly SeatView[];
  say: Say;
}

/** Between two hands and after the last: the sum first, what everybody had left, and how it stands. */
export function TallyPanel({ view, seats, say }: Props) {
  const [away, setAway] = useState(false);
  const tally = view.last_hand;
  if (!tally || view.phase === "hand" || view.result === "forfeited") return null;
  if (away) {
    return (
      <Button className={styles.back} onClick={() => setAway(false)}>
        {say("tally.open")}
      </Button>
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on small screens it scrolls, by keys too
    <section className={styles.panel} aria-label={say("tally.title", { number: tally.number })} tabIndex={0} data-paper>
      <header className={styles.head}>
        <h2>{say(`tally.${tally.result}`, { name: nameOf(seats, tally.seat) })}</h2>
        <Button kind="plain" onClick={() => setAway(true)}>
          {say("tally.close")}
        </Button>
      </header>
      <div className={styles.books}>
        <Sum tally={tally} view={view} seats={seats} say={say} />
        <HeldTable tally={tally} view={view} seats={seats} say={say} />
      </div>
      <div className={styles.books}>
        <ScoreBoard view={view} seats={seats} say={say} />
      </div>
      {view.phase === "hand_over" && (
        <p className={styles.next}>
          {say("prompt.next")}
          <span className={styles.sand} aria-hidden="true" />
        </p>
      )}
    </section>
  );
}

/** The unplayed tiles and their pips, seat by seat; those that count are marked. */
function HeldTable({ tally, view, seats, say }: Props & { tally: Tally }) {
  const counted = countedSeats(tally, view.target);
  return (
    <table className={styles.held}>
      <thead className="sr">
        <tr>
          <th scope="col">{say("tally.player")}</th>
          <th scope="col">{say("tally.tiles")}</th>
          <th scope="col">{say("tally.pips")}</th>
        </tr>
      </thead>
      <tbody>
        {[0, 2, 1, 3].map((seat) => {
          const { tiles, pips } = heldBy(tally)[seat]!;
          return (
            <tr key={seat} data-counted={counted.includes(seat)} data-side={seat % 2}>
              <th scope="row" className="name">
                {nameOf(seats, seat)}
              </th>
              <td>
                <span className="sr">{tiles.join(", ") || say("tally.none")}</span>
                <span className={styles.tiles}>
                  {tiles.map((tile) => (
                    <StandingTile key={tile} halves={halvesOf(tile)} className={styles.tile} />
                  ))}
                </span>
              </td>
              <td className="num">{pips}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** What the hand brought: the sum, whose it is, and what both sides held. */
function Sum({ tally, view, seats, say }: Props & { tally: Tally }) {
  const [one, other] = tally.pips;
  const sum = sumOf(tally, view.target);
  return (
    <div className={styles.sum}>
      {sum && (
        <p className={`${styles.terms} num`} data-sum>
          {sum}
        </p>
      )}
      <p className={styles.outcome}>{outcomeWords(view.target, tally.side, tally.points, seats, say)}</p>
      <p className={`${styles.quiet} num`}>
        {say("tally.sides", {
          one: pairName(seats, 0, say),
          onePips: one,
          other: pairName(seats, 1, say),
          otherPips: other,
        })}
      </p>
    </div>
  );
}
