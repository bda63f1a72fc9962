import { useState } from "react";
import { Button } from "../../parts/Button";
import { Dialog } from "../../parts/Dialog";
import type { Say } from "../api";
import { type Sitting, sideName } from "./names";
import { signed } from "./reckoning";
import { ScoreSheet } from "./ScoreSheet";
import styles from "./ScoreStrip.module.css";
import { sidesFor, type View } from "./view";

interface Props {
  view: View;
  seats: readonly Sitting[];
  say: Say;
}

/** How it stands, always in sight, one's own side on the left; every hand so far behind a button. */
export function ScoreStrip({ view, seats, say }: Props) {
  const [open, setOpen] = useState(false);
  const [one, other] = sidesFor(view.seat);
  return (
    <div className={styles.strip} role="group" aria-label={say("score.title")}>
      <span className={styles.side}>
        <span className="name">{sideName(view, seats, one, say)}</span>
        <strong className="num">{signed(view.totals[one])}</strong>
      </span>
      <Button kind="plain" className={styles.open} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className={styles.words}>
          <span className={`${styles.target} num`}>{say("score.target", { target: view.target_score })}</span>
          <span>{say("score.title")}</span>
        </span>
      </Button>
      <span className={styles.side} data-right="true">
        <strong className="num">{signed(view.totals[other])}</strong>
        <span className="name">{sideName(view, seats, other, say)}</span>
      </span>
      {open && (
        <Dialog title={say("score.title")} onClose={() => setOpen(false)}>
          <ScoreSheet view={view} seats={seats} say={say} />
        </Dialog>
      )}
    </div>
  );
}
