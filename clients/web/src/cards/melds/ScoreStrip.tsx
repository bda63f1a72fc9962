import type { ReactNode } from "react";
import { ScoreSheet } from "../ScoreSheet";
import { ScoreStrip as Strip } from "../ScoreStrip";
import { sideName, type Words } from "./names";
import styles from "./ScoreStrip.module.css";
import { signed } from "./signed";
import { paired, type Side, sidesFor } from "./view";

interface Props extends Words {
  /** How far the match goes, and the words before the sum of all hands. */
  target: string;
  sum: string;
  /** How the last hand was counted. */
  ledger: ReactNode;
}

/** How it stands, always in sight, one's own side on the left; every hand so far behind a button. */
export function ScoreStrip({ view, seats, target, sum, ledger, say }: Props) {
  const sides = sidesFor(view.seat);
  const name = (side: Side) => sideName(view, seats, side, say);
  const sideScore = (side: Side) => ({ name: name(side), points: signed(view.totals[side]) });
  const written = (points: readonly [number, number]) => paired(points, sides).map(signed);
  return (
    <Strip title={say("cards:melds.score.title")} target={target} one={sideScore(sides[0])} other={sideScore(sides[1])}>
      <div className={styles.both}>
        <ScoreSheet
          label={say("cards:melds.score.title")}
          corner={say("cards:melds.score.hand")}
          heads={sides.map(name)}
          rows={view.scores.map((points, at) => ({ head: `${at + 1}`, values: written(points) }))}
          sum={{ head: sum, values: written(view.totals) }}
        />
        {view.last_hand && (
          <section>
            <h3 className={styles.head}>{say("cards:melds.hand.title", { number: view.last_hand.number })}</h3>
            {ledger}
          </section>
        )}
      </div>
    </Strip>
  );
}
