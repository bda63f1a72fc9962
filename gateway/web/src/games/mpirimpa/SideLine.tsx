import { Backs } from "../../cards/Backs";
import { OpenCards } from "../../cards/OpenCards";
import type { Say } from "../api";
import { nameOf, sideName, type Sitting } from "./names";
import { BY_SUIT, inOrder } from "./order";
import styles from "./SideLine.module.css";
import type { Side, View } from "./view";

interface Props {
  side: Side;
  /** Whose cards are shown below, and not here. */
  below: number;
  view: View;
  seats: readonly Sitting[];
  say: Say;
}

/** What a side has beside its melds: the cards of its players, and what has become of its pot. */
export function SideLine({ side, below, view, seats, say }: Props) {
  const members = Array.from({ length: view.seats / 2 }, (_, at) => side + 2 * at);
  const others = members.filter((seat) => seat !== below || view.hands[seat] === undefined);
  const shown = others.filter((seat) => seat !== view.seat);
  const name = sideName(view, seats, side, say);
  return (
    <div className={styles.line} role="group" aria-label={name}>
      {shown.length === 0 && <span className={`${styles.name} name`}>{name}</span>}
      {shown.map((seat) => (
        <Member key={seat} seat={seat} view={view} seats={seats} say={say} />
      ))}
      <Pot side={side} view={view} say={say} />
    </div>
  );
}

function Member({ seat, view, seats, say }: Omit<Props, "side" | "below"> & { seat: number }) {
  const open = view.hands[seat];
  const name = nameOf(view, seats, seat, say);
  return (
    <span className={styles.member} role="group" aria-label={name} data-turn={view.turn === seat || undefined}>
      <span className={`${styles.name} name`}>{name}</span>
      {open ? <OpenCards cards={inOrder(open, BY_SUIT)} /> : <Backs count={view.hand_counts[seat] ?? 0} />}
    </span>
  );
}

function Pot({ side, view, say }: Pick<Props, "side" | "view" | "say">) {
  const pot = view.pot[side];
  return (
    <span className={styles.pot} data-pot={pot} title={say(`pot.${pot}Long`)}>
      <span aria-hidden="true">{say(`pot.${pot}`)}</span>
      <span className="sr">{say(`pot.${pot}Long`)}</span>
    </span>
  );
}
