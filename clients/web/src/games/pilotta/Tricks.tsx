import { memo, useState } from "react";
import { OpenCards } from "../../cards/OpenCards";
import { TrickHistory } from "../../cards/TrickHistory";
import { Dialog } from "../../parts/Dialog";
import { Icon } from "../../parts/Icon";
import { sameIn } from "../../state/still";
import type { Say } from "../api";
import { nameOf, type Sitting } from "./names";
import { finished, takenOf } from "./shown";
import styles from "./Tricks.module.css";
import { paired, sidesFor, type View } from "./view";

const SHOWN = ["seat", "variant", "phase", "tricks_won", "last_trick", "declarations", "last_hand"] as const;

interface Props {
  view: Pick<View, (typeof SHOWN)[number]>;
  seats: readonly Sitting[];
  say: Say;
}

/** How many tricks each side has; behind it the last one, and all of them once the hand is counted. */
export const Tricks = memo(function Tricks({ view, seats, say }: Props) {
  const [open, setOpen] = useState(false);
  const over = finished(view);
  if (over === 0 && !view.last_hand) return null;
  const [one, other] = paired(view.tricks_won, sidesFor(view.seat));
  return (
    <>
      <button type="button" className={styles.tricks} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="history" size={20} />
        <span className="num">
          <span className="sr">{say("tricks.title")} </span>
          {one}–{other}
        </span>
      </button>
      {open && (
        <Dialog title={say("tricks.title")} onClose={() => setOpen(false)}>
          <div className={styles.sheet}>
            <Running view={view} seats={seats} say={say} />
            <Past view={view} seats={seats} say={say} />
          </div>
        </Dialog>
      )}
    </>
  );
}, sameIn(SHOWN));

/** Of the running hand: the last trick, and the declarations that were shown. */
function Running({ view, seats, say }: Props) {
  const name = (seat: number) => nameOf(seats, seat);
  if (view.phase !== "tricks") return null;
  return (
    <>
      {view.last_trick && (
        <section>
          <h3 className={styles.head}>{say("tricks.last")}</h3>
          <TrickHistory tricks={[{ number: finished(view), ...takenOf(view, view.last_trick) }]} nameOf={name} />
        </section>
      )}
      {view.declarations
        .filter(({ cards }) => cards.length > 0)
        .map(({ seat, points, cards }) => (
          <p key={seat} className={styles.declared}>
            <span>{say("declaredBy", { name: name(seat), points })}</span>
            <OpenCards cards={cards} />
          </p>
        ))}
    </>
  );
}

/** The hand before, trick by trick. */
function Past({ view, seats, say }: Props) {
  const hand = view.last_hand;
  if (!hand) return null;
  const tricks = hand.tricks.map((trick, at) => ({ number: at + 1, ...takenOf(view, trick) }));
  return (
    <section>
      <h3 className={styles.head}>{say("tricks.hand", { number: hand.number })}</h3>
      <TrickHistory tricks={tricks} nameOf={(seat) => nameOf(seats, seat)} />
    </section>
  );
}
