import { type ReactNode, useState } from "react";
import { Button } from "../parts/Button";
import { Dialog } from "../parts/Dialog";
import styles from "./ScoreStrip.module.css";

interface Side {
  name: string;
  /** A number, or as it is written where it may be below nothing. */
  points: number | string;
}

interface Props {
  title: string;
  /** The word on the button, where the title is too long for it. */
  words?: string;
  /** How far the match goes, in words. */
  target: string;
  one: Side;
  other: Side;
  /** The whole sheet. */
  children: ReactNode;
}

/** How it stands, always in sight, one's own side on the left; the whole sheet behind a button. */
export function ScoreStrip({ title, words = title, target, one, other, children }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.strip} role="group" aria-label={title}>
      <span className={styles.side}>
        <span className="name">{one.name}</span>
        <strong className="num">{one.points}</strong>
      </span>
      <Button kind="plain" className={styles.open} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className={styles.words}>
          <span className={`${styles.target} num`}>{target}</span>
          <span>{words}</span>
        </span>
      </Button>
      <span className={styles.side} data-right="true">
        <strong className="num">{other.points}</strong>
        <span className="name">{other.name}</span>
      </span>
      {open && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          {children}
        </Dialog>
      )}
    </div>
  );
}
