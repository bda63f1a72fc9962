import { OpenCards } from "../../cards/OpenCards";
import { RANKS, rankText } from "../../cards/code";
import { Slip, SlipActions } from "../../cards/Slip";
import { useCardName } from "../../cards/useCardName";
import { Button } from "../../parts/Button";
import type { Say } from "../api";
import { bombsOf, inOrder, judge } from "./choice";
import { comboWords } from "./comboWords";
import styles from "./Questions.module.css";
import { type Playing, type Question, standsFor } from "./usePlaying";
import type { View } from "./view";

interface Props {
  playing: Playing;
  say: Say;
}

/** Two readings: which rank the Phoenix stands for. */
export function PhoenixSlip({ asks, playing, say }: Props & { asks: Extract<Question, { kind: "phoenix" }> }) {
  return (
    <Slip label={say("phoenix.title")}>
      <p>{say("phoenix.ask")}</p>
      <SlipActions>
        {asks.readings.map((reading) => (
          <Button key={reading.phoenix} kind="action" onClick={() => playing.answer({ phx_as: standsFor(reading) })}>
            {comboWords(reading, asks.cards, say)}
          </Button>
        ))}
        <Back playing={playing} say={say} />
      </SlipActions>
    </Slip>
  );
}

/** With the Mah Jong: a rank that somebody has to play, or none. */
export function WishSlip({ playing, say }: Props) {
  return (
    <Slip label={say("wish.title")}>
      <p>{say("wish.ask")}</p>
      <div className={styles.ranks} role="group" aria-label={say("wish.rank")}>
        {RANKS.map((rank) => (
          <button
            key={rank}
            type="button"
            className={`${styles.rank} num`}
            onClick={() => playing.answer({ wish: rank })}
          >
            <span className="sr">{say(`cards:ranks.${rank}`)}</span>
            <span aria-hidden="true">{rankText(rank)}</span>
          </button>
        ))}
      </div>
      <SlipActions>
        <Button kind="action" onClick={() => playing.answer({})}>
          {say("wish.none")}
        </Button>
        <Back playing={playing} say={say} />
      </SlipActions>
    </Slip>
  );
}

/** Which of the bombs that beat the table. */
export function BombSlip({ view, playing, say }: Props & { view: View }) {
  const cardName = useCardName("tichu");
  return (
    <Slip label={say("bomb.title")}>
      <div className={styles.bombs}>
        {bombsOf(view).map((cards) => {
          const [bomb] = judge(view, cards).readings;
          if (!bomb) return null;
          const shown = inOrder(cards, bomb.kind, bomb.rank, 0);
          return (
            <button
              key={cards.join("")}
              type="button"
              className={styles.bomb}
              title={shown.map(cardName).join(", ")}
              onClick={() => playing.playCards(cards)}
            >
              <OpenCards cards={shown} pack="tichu" />
              <span>{comboWords(bomb, cards, say)}</span>
            </button>
          );
        })}
      </div>
      <Back playing={playing} say={say} />
    </Slip>
  );
}

function Back({ playing, say }: Props) {
  return <Button onClick={playing.back}>{say("back")}</Button>;
}
