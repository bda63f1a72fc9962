import type { SeatView } from "kafeneio-client";
import type { Say } from "../api";
import type { Variant, View } from "./board";
import styles from "./Board.module.css";
import { howOf } from "./eventText";
import { nameOfSeat } from "./labels";

const ORDER: readonly Variant[] = ["portes", "plakoto", "fevga"];

/** Between two games of a match, or while a roll without a step is shown: what has happened and what comes. */
export function Ended({ view, seats, say }: { view: View; seats: readonly SeatView[]; say: Say }) {
  const game = view.games.at(-1);
  if (view.phase !== "game_over" || !game) return null;
  const nameOf = (seat: unknown) => nameOfSeat(seats, seat as number | null);
  return (
    <div className={styles.ended}>
      <h2>
        {game.winner === null ? say("ended.tie") : say("ended.won", { name: nameOf(game.winner), count: game.points })}
      </h2>
      <p>{howOf(game, nameOf, say).join(" ")}</p>
      <p className="num">
        {nameOf(0)} {view.score[0]} – {view.score[1]} {nameOf(1)}
      </p>
      <p>{say("ended.next", { variant: say(`variant.${nextOf(view)}`) })}</p>
    </div>
  );
}

/** The variant of the next game. */
export function nextOf({ variant, variant_now }: View): Variant {
  if (variant !== "combined") return variant;
  return ORDER[(ORDER.indexOf(variant_now) + 1) % ORDER.length] ?? variant_now;
}
