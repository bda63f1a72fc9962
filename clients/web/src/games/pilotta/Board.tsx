import { useState } from "react";
import type { SeatView } from "kafeneio-client";
import { CardTable } from "../../cards/CardTable";
import { suitLetter } from "../../cards/code";
import { Hand } from "../../cards/Hand";
import { useGameSay } from "../../i18n/useWords";
import { type Place, placeOf } from "../../parts/places";
import type { GameProps } from "../api";
import { Asking } from "./Asking";
import { Centre, TurnedUp } from "./Centre";
import { Contract } from "./Contract";
import { HandPanel } from "./HandPanel";
import { inOrder, refusalOf } from "./playing";
import { Prompt } from "./Prompt";
import { ScoreStrip } from "./ScoreStrip";
import { SeatMark } from "./SeatMark";
import { Tricks } from "./Tricks";
import { usePlaying } from "./usePlaying";
import { type Move, seatsOf, type View } from "./view";

/** The table: score above, four (or two) around the cloth, one's hand below, what is asked between them. */
export default function Board(props: GameProps<View, Move>) {
  const { view, you, seats, yourTurn, pending, move } = props;
  const say = useGameSay("pilotta");
  const [suit, setSuit] = useSuit(view);
  const below = you ?? 0;
  const own = view.hands[below];
  const trump = view.contract && view.phase !== "auction" ? view.contract.trump : suit;
  const asked = yourTurn && view.phase !== "tricks";
  const words = { view, seats, say };
  return (
    <CardTable
      top={<ScoreStrip {...words} />}
      marks={marksOf(view, seats, below, say)}
      centre={<Centre {...words} placeOf={(seat) => placeOf(seat, seatsOf(view), below)} />}
      left={
        <>
          <Contract {...words} />
          <TurnedUp view={view} say={say} />
        </>
      }
      right={<Tricks {...words} />}
      box={asked && <Asking key={askedOf(view)} view={view} suit={suit} onSuit={setSuit} move={move} say={say} />}
      prompt={<Prompt {...words} yourTurn={yourTurn} pending={pending} move={move} />}
      deep={seatsOf(view) === 2}
      hand={own ? <OwnHand {...props} own={own} trump={trump} /> : null}
    >
      <HandPanel key={view.last_hand?.number} {...words} />
    </CardTable>
  );
}

interface HandProps extends GameProps<View, Move> {
  own: readonly string[];
  /** The suit by which it is sorted. */
  trump: string | null;
}

/** One's cards. Which one is lifted is known here alone: a press draws the hand, and not the table. */
function OwnHand({ own, trump, ...props }: HandProps) {
  const { view, you, yourTurn, pending } = props;
  const say = useGameSay("pilotta");
  const playing = usePlaying(props);
  return (
    <Hand
      cards={inOrder(own, trump)}
      chosen={playing.chosen === null ? NONE : [playing.chosen]}
      coming={pending?.move === "play" ? [pending.card] : NONE}
      reason={(card) => reasonOf(refusalOf(view, yourTurn, card), say)}
      onPress={playing.press}
      onPull={you === null ? undefined : playing.play}
      onEscape={() => playing.choose(null)}
    />
  );
}

const NONE: readonly string[] = [];

/** What distinguishes one question of a deal from the next. */
const askedOf = ({ hand_number, bidding }: View) => `${hand_number} ${bidding.length}`;

const reasonOf = (code: string | null, say: ReturnType<typeof useGameSay>) => code && say(`errors.${code}`);

/** The suit under consideration, with which the hand is sorted: of this deal, and at first the turn-up's. */
function useSuit(view: View): [string | null, (suit: string | null) => void] {
  const [chosen, setChosen] = useState<{ deal: number; suit: string | null }>({ deal: 0, suit: null });
  const offered = view.phase === "round1" ? suitLetter(view.turn_up ?? "") || null : null;
  const suit = chosen.deal === view.hand_number ? chosen.suit : offered;
  return [suit, (wanted) => setChosen({ deal: view.hand_number, suit: wanted })];
}

function marksOf(view: View, seats: readonly SeatView[], below: number, say: ReturnType<typeof useGameSay>) {
  const count = seatsOf(view);
  const marks: Partial<Record<Place, React.ReactNode>> = {};
  for (let seat = 0; seat < count; seat++) {
    const place = placeOf(seat, count, below);
    marks[place] = <SeatMark seat={seat} place={place} below={below} view={view} seats={seats} say={say} />;
  }
  return marks;
}
