import styles from "./SeatMark.module.css";

/** A smiley for who is on turn, a red angry face for who was skipped: distinguished by mouth and brows too.
 * `title` says under the pointer what the face means. */
export function Face({ kind, title }: { kind: "smiley" | "red"; title: string }) {
  return (
    <svg className={styles.face} data-kind={kind} viewBox="0 0 24 24" aria-hidden="true">
      <title>{title}</title>
      <circle cx="12" cy="12" r="10.5" />
      {kind === "smiley" ? (
        <path d="M8 9v1.2M16 9v1.2M7 14c1.2 2.2 3 3.2 5 3.2s3.8-1 5-3.2" />
      ) : (
        <path d="M6.5 8l4 2M17.5 8l-4 2M8.5 11.2v.8M15.5 11.2v.8M7.5 17c1.2-1.8 2.8-2.6 4.5-2.6s3.3.8 4.5 2.6" />
      )}
    </svg>
  );
}
