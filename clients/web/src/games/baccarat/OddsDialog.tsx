import type { View } from "../../generated/games/baccarat";
import { useFormats } from "../../i18n/useFormats";
import { Dialog } from "../../parts/Dialog";
import type { Say } from "../api";
import { edgeOf, payTable } from "./payouts";
import styles from "./Tables.module.css";

/** What each box pays, and what it costs in the long run. */
export function OddsDialog({ view, onClose, say }: { view: View; onClose: () => void; say: Say }) {
  const { number } = useFormats();
  const percent = (edge: number) => `${number(Math.round(edge * 100) / 100)} %`;
  return (
    <Dialog title={say("odds.title", { variant: say(`options.variant.values.${view.variant}`) })} onClose={onClose}>
      <table className={`${styles.table} num`}>
        <thead>
          <tr>
            <th scope="col">{say("odds.box")}</th>
            <th scope="col">{say("odds.pays")}</th>
            <th scope="col">{say("odds.edge")}</th>
          </tr>
        </thead>
        <tbody>
          {payTable(view.variant).map(({ box, case: when, odds }, at, all) => (
            <tr key={`${box} ${when}`}>
              <th scope="row">
                {say(`boxes.${box}`)}
                {when !== "wins" && <span className={styles.quiet}> {say(`odds.${when}`)}</span>}
              </th>
              <td>{odds.join(" : ")}</td>
              <td>{all[at - 1]?.box === box ? "" : percent(edgeOf(view.variant, box))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{say("odds.tie")}</p>
      <p className={styles.quiet}>{say("odds.edgeMeans")}</p>
    </Dialog>
  );
}
