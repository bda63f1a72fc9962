import { type InputHTMLAttributes, type ReactNode, useId } from "react";
import styles from "./Field.module.css";

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: string;
  error?: string | null;
  /** Something inside the field, at its end. */
  end?: ReactNode;
}

/** A labelled line of text with its hint, or what is wrong with it. */
export function Field({ label, hint, error, end, ...rest }: Props) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={styles.field} data-wrong={Boolean(error)}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.box}>
        <input id={id} aria-invalid={Boolean(error)} aria-describedby={note ? `${id}-note` : undefined} {...rest} />
        {end}
      </div>
      {note && (
        <p id={`${id}-note`} className={styles.note} role={error ? "alert" : undefined}>
          {note}
        </p>
      )}
    </div>
  );
}
