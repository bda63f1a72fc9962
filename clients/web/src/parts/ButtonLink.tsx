import type { AnchorHTMLAttributes } from "react";
import styles from "./Button.module.css";

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  kind?: "action" | "quiet" | "plain";
}

/** A link that looks like a button: it leads to another page. */
export function ButtonLink({ kind = "quiet", className, children, ...rest }: Props) {
  return (
    <a className={`${styles.button} ${styles.link} ${className ?? ""}`} data-kind={kind} data-size="normal" {...rest}>
      <span className={styles.text}>{children}</span>
    </a>
  );
}
