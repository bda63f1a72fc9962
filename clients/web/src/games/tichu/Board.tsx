import { CardTable } from "../../cards/CardTable";
import { Hand, type Press } from "../../cards/Hand";
import { useGameSay } from "../../i18n/useWords";
import { type Place, placeOf } from "../../parts/places";
import type { GameProps, Say } from "../api";
import { Actions } from "./Actions";
import { Asking, isAsked } from "./Asking";
import { Centre } from "./Centre";
import { isInTurn } from "./choice";
import { HandPanel } from "./HandPanel";
import { Prompt } from "./Prompt";
import { ScoreStrip } from "./ScoreStrip";
import { SeatMark } from "./SeatMark";
import { Tricks } from "./Tricks";
import { type Giving, slotAt, useGiving } from "./useGiving";
import { type Playing, usePlaying } from "./usePlaying";
import { type Move, SEATS, type View } from "./view";
import { WishBanner } from "./WishBanner";

type Props = GameProps<View, Move>;

/** The table: score above, four around the cloth, one's hand below, what is asked and pressed between them. */
export default function Board(props: Props) {
  const { view, you, seats } = props;
  const say = useGameSay("tichu");
  const playing = usePlaying(props);
  const giving = useGiving(props);
  const below = you ?? 0;
  const words = { view, seats, say };
  const asked = isAsked(props, playing);
  return (
    <CardTable
      top={<ScoreStrip {...words} />}
      marks={marksOf(props, below, say)}
      centre={<Centre {...words} placeOf={(seat) => placeOf(seat, 4, below)} />}
      left={<WishBanner view={view} say={say} />}
      right={<Tricks {...words} />}
      box={asked && <Asking {...props} playing={playing} giving={giving} say={say} />}
      prompt={
        <>
          <Prompt {...props} choice={playing.choice} chosen={playing.chosen} say={say} />
          <Actions {...props} playing={playing} say={say} />
        </>
      }
      deep
      hand={view.hands[below] ? <OwnHand {...props} below={below} playing={playing} giving={giving} /> : null}
    >
      <HandPanel key={view.last_hand?.number} {...words} />
    </CardTable>
  );
}

interface HandProps extends Props {
  below: number;
  playing: Playing;
  giving: Giving;
}

/** One's cards: in the exchange they go to the slots, afterwards they are lifted and played. */
function OwnHand({ view, below, you, pending, playing, giving }: HandProps) {
  const own = view.hands[below] ?? [];
  const laid = Object.values(giving.slots);
  const exchanging = view.phase === "exchange";
  const giveAway = exchanging && !view.answered[below];
  const given = view.given[below];
  const coming = pending?.move === "play" ? pending.cards : exchanging && given ? Object.values(given) : [];

  function press(card: string, _how: Press) {
    if (you === null) return;
    if (giveAway) giving.choose(card);
    else playing.toggle(card);
  }

  return (
    <Hand
      cards={giveAway ? own.filter((card) => !laid.includes(card)) : own}
      pack="tichu"
      chosen={giveAway ? (giving.chosen === null ? [] : [giving.chosen]) : playing.chosen}
      coming={coming}
      marked={isInTurn(view) && view.duty ? view.duty_cards : []}
      onPress={press}
      onPull={
        you === null ? undefined : (card, x, y) => (giveAway ? giving.put(card, slotAt(x, y)) : playing.play(card))
      }
      onEscape={giveAway ? giving.back : playing.back}
    />
  );
}

function marksOf({ view, seats }: Props, below: number, say: Say) {
  const marks: Partial<Record<Place, React.ReactNode>> = {};
  for (const seat of SEATS) {
    const place = placeOf(seat, 4, below);
    marks[place] = <SeatMark seat={seat} place={place} below={below} view={view} seats={seats} say={say} />;
  }
  return marks;
}
