import { useEffect, useState } from "react";
import type { Say } from "../api";
import styles from "./Window.module.css";

const WINDOW_S = 3;

/** The seconds in which a complete trick may be bombed: shown alike whatever anybody holds. */
export function Window({ say }: { say: Say }) {
  const [left, setLeft] = useState(WINDOW_S);
  useEffect(() => {
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className={styles.window} role="timer" aria-label={say("window", { seconds: left })} aria-live="off">
      <span className="num">{say("window", { seconds: left })}</span>
      <span className={styles.sand} aria-hidden="true" />
    </div>
  );
}
