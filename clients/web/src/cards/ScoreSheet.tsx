import type { ReactNode } from "react";
import styles from "./ScoreSheet.module.css";

interface Row {
  head: ReactNode;
  /** One a side. */
  values: readonly ReactNode[];
}

interface Props {
  label: string;
  /** What the first column holds. */
  corner: string;
  /** The sides, in the order of the values. */
  heads: readonly ReactNode[];
  rows: readonly Row[];
  sum: Row;
}

/** Every hand so far, a line each, and the sums below. */
export function ScoreSheet({ label, corner, heads, rows, sum }: Props) {
  return (
    <table className={styles.sheet} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{corner}</th>
          {heads.map((head, side) => (
            <th key={side} scope="col" className="name">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <Line key={at} {...row} />
        ))}
      </tbody>
      <tfoot>
        <Line {...sum} />
      </tfoot>
    </table>
  );
}

function Line({ head, values }: Row) {
  return (
    <tr>
      <th scope="row">{head}</th>
      {values.map((value, side) => (
        <td key={side} className="num">
          {value}
        </td>
      ))}
    </tr>
  );
}
