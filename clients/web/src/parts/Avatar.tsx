import type { ReactNode } from "react";
import { Icon } from "./Icon";
import styles from "./Avatar.module.css";

const TONES = 6;

interface Props {
  name: string;
  bot?: boolean;
  /** What is shown instead of the initial. */
  children?: ReactNode;
}

/** A person's picture, or their initial on a quiet colour that is always theirs; computers show a screen. Names are
 * read elsewhere. */
export function Avatar({ name, bot = false, children }: Props) {
  if (children) {
    return (
      <span className={styles.avatar} data-tone="picture" aria-hidden="true">
        {children}
      </span>
    );
  }
  return (
    <span className={styles.avatar} data-tone={bot ? "bot" : toneOf(name)} aria-hidden="true">
      {bot ? <Icon name="computer" /> : ([...name][0] ?? "?").toLocaleUpperCase()}
    </span>
  );
}

function toneOf(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % TONES;
}
