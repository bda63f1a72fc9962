import { CardFace } from "../../cards/CardFace";
import { Trick } from "../../cards/Trick";
import type { PlaceOf } from "../../cards/trick";
import { laidFrom } from "../../cards/trick";
import { useCardName } from "../../cards/useCardName";
import { useLingering } from "../../cards/useLingering";
import type { Say } from "../api";
import styles from "./Centre.module.css";
import { nameOf, type Sitting } from "./names";
import { takenOf } from "./shown";
import { seatsOf, type View } from "./view";

interface Props {
  view: View;
  seats: readonly Sitting[];
  placeOf: PlaceOf;
  say: Say;
}

/** The middle of the cloth: the turn-up while trumps are sought, then the tricks. */
export function Centre({ view, seats, placeOf, say }: Props) {
  const cardName = useCardName();
  const running = laidFrom(view.lead ?? 0, view.trick, seatsOf(view));
  const shown = useLingering(running, view.last_trick ? takenOf(view, view.last_trick) : null);
  if (view.turn_up !== null && (view.phase === "round1" || view.phase === "round2")) {
    return (
      <div className={styles.turnUp} role="img" aria-label={say("turnUp", { card: cardName(view.turn_up) })}>
        <CardFace code={view.turn_up} />
      </div>
    );
  }
  return <Trick shown={shown} placeOf={placeOf} nameOf={(seat) => nameOf(seats, seat)} />;
}

/** In the game of two: the card that lies beside the play, and the one that was swapped for it. */
export function TurnedUp({ view, say }: Pick<Props, "view" | "say">) {
  const cardName = useCardName();
  const { turn_up, swapped, phase } = view;
  if (turn_up === null || seatsOf(view) === 4 || phase === "round1" || phase === "round2") return null;
  const words = swapped
    ? say("swapped", { seven: cardName(turn_up), card: cardName(swapped) })
    : say("aside", { card: cardName(turn_up) });
  return (
    <div className={styles.aside} role="img" aria-label={words} title={words}>
      <CardFace code={turn_up} small />
    </div>
  );
}
