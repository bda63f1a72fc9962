import { Dialog } from "../../parts/Dialog";
import type { Say } from "../api";
import { BANKER_DRAWS } from "./thirdCard";
import styles from "./Tables.module.css";

/** The Game Board: who draws a third card. */
export function ThirdCardDialog({ onClose, say }: { onClose: () => void; say: Say }) {
  return (
    <Dialog title={say("third.title")} onClose={onClose} width="wide">
      <ol className={styles.list}>
        {["natural", "player", "stood", "drew"].map((rule) => (
          <li key={rule}>{say(`third.${rule}`)}</li>
        ))}
      </ol>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on small screens it scrolls, by keys too */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={say("third.title")}>
        <table className={`${styles.table} num`}>
          <thead>
            <tr>
              <th scope="col">{say("third.banker")}</th>
              {Array.from({ length: 10 }, (_, value) => (
                <th key={value} scope="col">
                  {value}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {BANKER_DRAWS.map((draws, total) => (
              <tr key={total}>
                <th scope="row">{total}</th>
                {Array.from({ length: 10 }, (_, value) => (
                  <td key={value} data-draws={draws.includes(value)}>
                    {say(draws.includes(value) ? "third.draws" : "third.stands")}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.quiet}>{say("third.key")}</p>
    </Dialog>
  );
}
