import type { ReactNode } from "react";
import styles from "./Reckoning.module.css";

export interface Line {
  label: ReactNode;
  /** One a side; null: nothing to write there. */
  values: readonly (ReactNode | null)[];
  /** `sum`: a line above and bold; `total`: the number that the match goes by; `quiet`: for those who want to know. */
  kind?: "sum" | "total" | "quiet";
}

interface Props {
  caption: string;
  /** What the first column holds, for ears. */
  corner: string;
  /** The sides, in the order of the values. */
  heads: readonly ReactNode[];
  lines: readonly Line[];
}

/** A hand's arithmetic as a small ledger: line by line, then the sums. */
export function Reckoning({ caption, corner, heads, lines }: Props) {
  return (
    <table className={styles.reckoning} aria-label={caption}>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr">{corner}</span>
          </th>
          {heads.map((head, side) => (
            <th key={side} scope="col" className="name">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ label, values, kind }, at) => (
          <tr key={at} data-kind={kind}>
            <th scope="row">{label}</th>
            {values.map((value, side) => (
              <td key={side} className="num">
                {value ?? "–"}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
