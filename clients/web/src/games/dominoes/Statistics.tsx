import type { SeatView } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import type { Say } from "../api";
import type { View } from "./laying";
import { pairName } from "../../parts/sitting";
import { type SideStatistics, statisticsOf } from "./scores";
import styles from "./ScoreBoard.module.css";

interface Props {
  view: View;
  seats: readonly SeatView[];
  say: Say;
}

/** The match in numbers so far, and the pips of the last hand. */
export function Statistics({ view, seats, say }: Props) {
  const { number } = useFormats();
  const { hands, nobody, sides } = statisticsOf(view.entries);
  const last = view.last_hand?.pips ?? null;
  const inPips = view.target !== "runout";
  const row = (key: string, value: (side: SideStatistics) => number | null) => (
    <tr>
      <th scope="row">{say(`statistics.${key}`)}</th>
      {sides.map((side, at) => (
        <td key={at}>{value(side) === null ? "–" : number(value(side)!)}</td>
      ))}
    </tr>
  );
  return (
    <section>
      <h3 className={styles.heading}>{say("statistics.title")}</h3>
      <table className={styles.board} data-kind="numbers">
        <thead>
          <tr>
            <th scope="col">{say("statistics.hands", { count: hands })}</th>
            {sides.map((_, side) => (
              <th key={side} scope="col" className="name">
                {pairName(seats, side, say)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="num">
          {row("won", (side) => side.won)}
          {inPips && row("mean", (side) => side.mean)}
          {inPips && row("best", (side) => side.best)}
          {last && (
            <tr>
              <th scope="row">{say("statistics.left")}</th>
              {last.map((pips, side) => (
                <td key={side}>{pips}</td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
      {nobody > 0 && <p className={styles.note}>{say("statistics.nobody", { count: nobody })}</p>}
    </section>
  );
}
