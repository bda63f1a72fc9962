import { type ReactNode, useState } from "react";
import { Button } from "../parts/Button";
import styles from "./HandSheet.module.css";

interface Props {
  /** Which hand, for ears. */
  label: string;
  headline: string;
  /** To put it away, and to see it again; null: once put away it is gone, and what comes next is waited for. */
  close: string;
  open: string | null;
  /** It has been read before: it begins put away. */
  read?: boolean;
  /** It has more to show than a few columns of numbers. */
  wide?: boolean;
  /** Something is asked below it, and stays in sight. */
  asked?: boolean;
  children: ReactNode;
}

/** Over the table between two hands and after the last: how it was counted. It can be put away. */
export function HandSheet({ label, headline, close, open, read = false, wide, asked, children }: Props) {
  const [away, setAway] = useState(read);
  if (away) {
    return open === null ? null : (
      <Button className={styles.back} onClick={() => setAway(false)}>
        {open}
      </Button>
    );
  }
  return (
    // oxlint-disable jsx-a11y/no-noninteractive-tabindex -- on small screens it scrolls, by keys too
    <section
      className={styles.panel}
      data-wide={wide || undefined}
      data-asked={asked || undefined}
      data-paper
      aria-label={label}
      tabIndex={0}
    >
      <header className={styles.head}>
        <h2>{headline}</h2>
        <Button kind={open === null ? "action" : "plain"} onClick={() => setAway(true)}>
          {close}
        </Button>
      </header>
      {children}
    </section>
  );
}
