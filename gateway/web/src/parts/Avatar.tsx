import { Icon } from "./Icon";
import styles from "./Avatar.module.css";

const TONES = 6;

/** A person's initial on a quiet colour that is always theirs; computers show a screen. Names are read elsewhere. */
export function Avatar({ name, bot = false }: { name: string; bot?: boolean }) {
  return (
    <span className={styles.avatar} data-tone={bot ? "bot" : toneOf(name)} aria-hidden="true">
      {bot ? <Icon name="computer" /> : ([...name][0] ?? "?").toLocaleUpperCase()}
    </span>
  );
}

function toneOf(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % TONES;
}
