import { memo } from "react";
import type { SeatView } from "kafeneio-client";
import type { Say } from "../api";
import { type Board, count, OFF, pips, type Variant, type View } from "./board";
import { nameOfSeat } from "./labels";
import styles from "./Score.module.css";

const ORDER: readonly Variant[] = ["portes", "plakoto", "fevga"];

interface Props {
  view: View;
  seats: readonly SeatView[];
  /** The seat on the near side, and its board, tried steps included. */
  seat: number;
  board: Board;
  say: Say;
}

/** Which game of which match, how it stands, and how far each has to go. */
export const Score = memo(function Score({ view, seats, seat, board, say }: Props) {
  const { variant, variant_now, game_number, target, games } = view;
  const played = variant === "combined" ? ORDER : [variant_now];
  return (
    <section className={styles.score} aria-label={say("score.title")}>
      <Player view={view} seats={seats} seat={1 - seat} side={board.foe} say={say} />
      <div className={styles.match}>
        <ol className={styles.variants} aria-label={say("score.variants")}>
          {played.map((each) => (
            <li key={each} aria-current={each === variant_now ? "true" : undefined}>
              {say(`variant.${each}`)}
            </li>
          ))}
        </ol>
        <p className="num">
          {target > 1 && <span>{say("score.game", { number: game_number })}</span>}
          <span>{say("score.target", { count: target })}</span>
        </p>
      </div>
      <Player view={view} seats={seats} seat={seat} side={board.own} say={say} />
      {games.length > 0 && (
        <ol className={styles.games} aria-label={say("score.games")}>
          {games.map((game, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the games of a match have nothing but their number
            <li key={at}>
              <span>{say(`variant.${game.variant}`)}</span>
              <span className="name">{game.winner === null ? say("score.tie") : nameOfSeat(seats, game.winner)}</span>
              <span className="num">{game.points}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
});

interface PlayerProps extends Omit<Props, "board"> {
  side: Board["own"];
}

function Player({ view, seats, seat, side, say }: PlayerProps) {
  const off = count(side, OFF);
  return (
    <div className={styles.player} data-turn={view.turn === seat}>
      <span
        className={styles.colour}
        data-light={seat === 0}
        role="img"
        aria-label={say(seat === 0 ? "light" : "dark")}
      />
      <span className={`${styles.name} name`}>{nameOfSeat(seats, seat)}</span>
      <strong className={`${styles.points} num`}>
        <span className="sr">{say("score.points", { count: view.score[seat] })}</span>
        <span aria-hidden="true">{view.score[seat]}</span>
      </strong>
      <span className={`${styles.walk} num`}>{say("score.pips", { count: pips(side) })}</span>
      {off > 0 && <span className={`${styles.off} num`}>{say("score.off", { count: off })}</span>}
    </div>
  );
}
