import { Backs } from "../Backs";
import { OpenCards } from "../OpenCards";
import { nameOf, sideName, type Words } from "./names";
import { suitOrRank } from "./order";
import styles from "./SideLine.module.css";
import type { Side } from "./view";

/** What has become of a side's pot: in a word, and at length. */
export interface PotLook {
  /** `owed`: it costs points as long as it stays so. */
  state: "waiting" | "owed" | "done";
  words: string;
  long: string;
}

interface Props extends Words {
  side: Side;
  /** Whose cards are shown below, and not here. */
  below: number;
  pot: PotLook;
}

/** What a side has beside its melds: the cards of its players, and what has become of its pot. */
export function SideLine({ side, below, pot, view, seats, say }: Props) {
  const members = Array.from({ length: view.seats / 2 }, (_, at) => side + 2 * at);
  const others = members.filter((seat) => seat !== below || view.hands[seat] === undefined);
  const shown = others.filter((seat) => seat !== view.seat);
  const name = sideName(view, seats, side, say);
  return (
    <div className={styles.line} role="group" aria-label={name}>
      {shown.length === 0 && <span className={`${styles.name} name`}>{name}</span>}
      {shown.map((seat) => (
        <Member key={seat} seat={seat} view={view} seats={seats} />
      ))}
      <Pot {...pot} />
    </div>
  );
}

function Member({ seat, view, seats }: Omit<Words, "say"> & { seat: number }) {
  const open = view.hands[seat];
  const name = nameOf(seats, seat);
  return (
    <span className={styles.member} role="group" aria-label={name} data-turn={view.turn === seat || undefined}>
      <span className={`${styles.name} name`}>{name}</span>
      {open ? (
        <OpenCards cards={suitOrRank(open)} />
      ) : (
        <Backs count={view.hand_counts[seat] ?? 0} most={view.seats === 4 ? 2 : 5} />
      )}
    </span>
  );
}

function Pot({ state, words, long }: PotLook) {
  return (
    <span className={styles.pot} data-pot={state} title={long}>
      <span aria-hidden="true">{words}</span>
      <span className="sr">{long}</span>
    </span>
  );
}
