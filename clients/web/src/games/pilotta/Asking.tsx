import { NamedSuit } from "./Suited";
import { suitLetter } from "../../cards/code";
import { Slip, SlipActions } from "../../cards/Slip";
import { Button } from "../../parts/Button";
import type { Say } from "../api";
import { BiddingBox, SuitPicker } from "./BiddingBox";
import type { Move, View } from "./view";

interface Props {
  view: View;
  /** The suit that is being thought about. */
  suit: string | null;
  onSuit: (suit: string | null) => void;
  move: (move: Move) => void;
  say: Say;
}

/** What the viewer may say now, before the tricks; nothing else. */
export function Asking(props: Props) {
  const { view, suit, onSuit, move, say } = props;
  if (view.phase === "auction") {
    return <BiddingBox bids={view.bids} suit={suit} onSuit={onSuit} move={move} say={say} />;
  }
  if (view.phase === "contra" || view.phase === "recontra") return <Doubling {...props} />;
  if (view.phase === "round1") return <Taking {...props} />;
  return view.phase === "round2" ? <Choosing {...props} /> : null;
}

function Doubling({ view, move, say }: Props) {
  const word = view.phase === "recontra" ? "recontra" : "contra";
  return (
    <Slip label={say(`box.${word}`)}>
      <p>{say(`box.${word}`)}</p>
      <SlipActions>
        <Button kind="danger" onClick={() => move({ move: word })}>
          {say(`calls.${word}`)}
        </Button>
        <Button onClick={() => move({ move: "pass" })}>{say("calls.pass")}</Button>
      </SlipActions>
    </Slip>
  );
}

/** The turn-up's suit: take it, perhaps with the swap of the seven, or pass. */
function Taking({ view, move, say }: Props) {
  const letter = suitLetter(view.turn_up ?? "");
  return (
    <Slip label={say("box.round1")}>
      <SlipActions>
        <Button kind="action" onClick={() => move({ move: "take" })}>
          {say("calls.take")} <NamedSuit letter={letter} onFelt say={say} />
        </Button>
        {view.can_swap && (
          <Button kind="action" onClick={() => move({ move: "take", swap_seven: true })}>
            {say("calls.take_seven")}
          </Button>
        )}
        <Button onClick={() => move({ move: "pass" })}>{say("calls.pass")}</Button>
      </SlipActions>
    </Slip>
  );
}

/** One of the other three suits, or pass. */
function Choosing({ view, suit, onSuit, move, say }: Props) {
  const chosen = suit !== null && view.suits.includes(suit) ? suit : null;
  return (
    <Slip label={say("box.round2")}>
      <SuitPicker suits={view.suits} suit={chosen} onSuit={onSuit} say={say} />
      <SlipActions>
        <Button kind="action" disabled={!chosen} onClick={() => chosen && move({ move: "choose", suit: chosen })}>
          {say(chosen ? "box.choose" : "box.chooseSuit")}
          {chosen && <NamedSuit letter={chosen} onFelt say={say} />}
        </Button>
        <Button onClick={() => move({ move: "pass" })}>{say("calls.pass")}</Button>
      </SlipActions>
    </Slip>
  );
}
