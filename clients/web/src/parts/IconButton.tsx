import type { ButtonHTMLAttributes } from "react";
import { Icon, type IconName } from "./Icon";
import styles from "./IconButton.module.css";

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName;
  label: string;
  /** How many new things wait behind it. */
  count?: number;
}

export function IconButton({ icon, label, count = 0, className, ...rest }: Props) {
  return (
    <button type="button" className={`${styles.button} ${className ?? ""}`} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
      {count > 0 && <span className={`${styles.badge} num`}>{count > 9 ? "9+" : count}</span>}
    </button>
  );
}
