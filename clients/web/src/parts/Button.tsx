import type { ButtonHTMLAttributes, ReactNode } from "react";
import styles from "./Button.module.css";

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `action`: the one thing to do here; `quiet`: others; `plain`: a word that can be pressed; `danger`: no way back. */
  kind?: "action" | "quiet" | "plain" | "danger";
  size?: "normal" | "large";
  /** A second, smaller line. */
  hint?: ReactNode;
  busy?: boolean;
}

export function Button({ kind = "quiet", size = "normal", hint, busy = false, children, className, ...rest }: Props) {
  return (
    <button
      key={rest.type} // One that sends takes no other's element: the press that brings it would send the form at once.
      type="button"
      className={`${styles.button} ${className ?? ""}`}
      data-kind={kind}
      data-size={size}
      aria-busy={busy}
      aria-disabled={busy || undefined}
      {...rest}
      onClick={busy ? undefined : rest.onClick}
    >
      <span className={styles.text}>{children}</span>
      {hint && <span className={styles.hint}>{hint}</span>}
    </button>
  );
}
