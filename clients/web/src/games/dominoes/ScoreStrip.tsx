import { useState } from "react";
import type { SeatView } from "kafeneio-client";
import { Button } from "../../parts/Button";
import { Dialog } from "../../parts/Dialog";
import type { Say } from "../api";
import type { View } from "./laying";
import { pairName } from "../../parts/sitting";
import { ScoreBoard } from "./ScoreBoard";
import styles from "./ScoreStrip.module.css";
import { Statistics } from "./Statistics";

interface Props {
  view: View;
  seats: readonly SeatView[];
  say: Say;
}

/** How it stands, always in sight; the whole sheet behind a button. The organizer's side is on the left. */
export function ScoreStrip({ view, seats, say }: Props) {
  const [open, setOpen] = useState(false);
  const standing = view.cells ?? view.totals;
  return (
    <div className={styles.strip} role="group" aria-label={say("score.title")}>
      <span className={styles.side}>
        <span className="name">{pairName(seats, 0, say)}</span>
        <strong className="num">{standing[0]}</strong>
      </span>
      <Button kind="plain" className={styles.open} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className={styles.words}>
          <span className={styles.target}>{say(`score.target.${view.target}`)}</span>
          <span>{say("score.open")}</span>
        </span>
      </Button>
      <span className={styles.side} data-right="true">
        <strong className="num">{standing[1]}</strong>
        <span className="name">{pairName(seats, 1, say)}</span>
      </span>
      {open && (
        <Dialog title={say("score.title")} onClose={() => setOpen(false)}>
          <div className={styles.sheet}>
            <ScoreBoard view={view} seats={seats} say={say} />
            <Statistics view={view} seats={seats} say={say} />
          </div>
        </Dialog>
      )}
    </div>
  );
}
