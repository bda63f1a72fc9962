import { CardFace } from "../../cards/CardFace";
import { Slip, SlipActions } from "../../cards/Slip";
import { useCardName } from "../../cards/useCardName";
import { Button } from "../../parts/Button";
import type { GameProps, Say } from "../api";
import styles from "./ExchangeSlip.module.css";
import { nameOf } from "./names";
import { type Giving, receiver, SIDES } from "./useGiving";
import type { Move, Side, View } from "./view";

interface Props extends GameProps<View, Move> {
  you: number;
  giving: Giving;
  say: Say;
}

/** Three slots, as the others sit: left, opposite, right. A card is chosen, then its slot; or it is dragged there. */
export function ExchangeSlip(props: Props) {
  const { giving, say } = props;
  return (
    <Slip label={say("exchange.title")}>
      <div className={styles.slots}>
        {SIDES.map((side) => (
          <Slot key={side} side={side} {...props} />
        ))}
      </div>
      <SlipActions>
        <Button kind="action" disabled={!giving.isFull} onClick={giving.give}>
          {say(giving.isFull ? "exchange.give" : "exchange.choose")}
        </Button>
      </SlipActions>
    </Slip>
  );
}

function Slot({ side, giving, seats, you, say }: Props & { side: Side }) {
  const cardName = useCardName("tichu");
  const card = giving.slots[side];
  const name = nameOf(seats, receiver(you, side));
  const label = say(`exchange.${side}`, { name });
  return (
    <button
      type="button"
      className={styles.slot}
      data-slot={side}
      data-wanted={giving.chosen !== null || undefined}
      onClick={() => giving.press(side)}
    >
      <span className="sr">{`${label}: ${card ? cardName(card) : say("exchange.empty")}`}</span>
      <span className={styles.place}>{card && <CardFace code={card} pack="tichu" />}</span>
      <span className={`${styles.name} name`} aria-hidden="true">
        {ARROWS[side]} {name}
      </span>
    </button>
  );
}

const ARROWS: Readonly<Record<Side, string>> = { prev: "←", partner: "↑", next: "→" };
