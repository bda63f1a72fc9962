import { Melds } from "../../cards/melds/Melds";
import { anyMeld } from "./anyMeld";
import { nameOf, shortName, type Words } from "./names";
import styles from "./TableMelds.module.css";
import type { Turn } from "./useTurn";
import { type MeldView, seatsFor, type View } from "./view";

/** The melds of all: one's own first, then round the table; below each, whose it is. */
export function TableMelds({ view, seats, say, turn }: Words & { turn: Turn }) {
  const { position, offers } = turn;
  const last = view.last_move?.meld ?? null;
  return (
    <Melds
      melds={byOwner(view).map(anyMeld)}
      badge={(meld) => nameOf(seats, meld.side)}
      foot={(meld) => (
        <span className={styles.owner} data-mine={meld.side === view.seat || undefined} aria-hidden="true">
          {shortName(view, seats, meld.side, say)}
        </span>
      )}
      label={say("meld.all")}
      empty={say("meld.none")}
      fits={offers.offers.flatMap(({ before }) => (before ? [before.id] : []))}
      last={last === null ? [] : [last]}
      onMeld={position ? turn.layOff : undefined}
      say={say}
    />
  );
}

function byOwner(view: View): MeldView[] {
  const order = seatsFor(view);
  return view.melds.toSorted((one, other) => order.indexOf(one.owner) - order.indexOf(other.owner));
}
