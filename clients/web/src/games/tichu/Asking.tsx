import { Slip, SlipActions } from "../../cards/Slip";
import { Button } from "../../parts/Button";
import type { GameProps, Say } from "../api";
import { PhoenixSlip, BombSlip, WishSlip } from "./Questions";
import { ExchangeSlip } from "./ExchangeSlip";
import { nameOf } from "./names";
import type { Giving } from "./useGiving";
import type { Playing } from "./usePlaying";
import { type Move, seatAt, type View } from "./view";

type Props = GameProps<View, Move> & { playing: Playing; giving: Giving; say: Say };

/** Whether anything is asked that is not answered by the buttons above the hand. */
export function isAsked({ view, yourTurn }: GameProps<View, Move>, playing: Playing): boolean {
  return playing.asks !== null || (yourTurn && (view.phase === "exchange" || view.phase === "dragon"));
}

/** What the viewer is asked: the exchange, the Dragon's gift; or what a play leaves open. */
export function Asking(props: Props) {
  const { view, you, playing, say } = props;
  if (playing.asks?.kind === "phoenix") return <PhoenixSlip asks={playing.asks} playing={playing} say={say} />;
  if (playing.asks?.kind === "wish") return <WishSlip playing={playing} say={say} />;
  if (playing.asks?.kind === "bomb") return <BombSlip view={view} playing={playing} say={say} />;
  if (view.phase === "exchange" && you !== null) return <ExchangeSlip {...props} you={you} />;
  return view.phase === "dragon" && you !== null ? <DragonSlip {...props} you={you} /> : null;
}

/** To which opponent the Dragon's trick goes: the one on the left, or on the right. */
function DragonSlip({ view, you, seats, move, say }: Props & { you: number }) {
  return (
    <Slip label={say("dragon.title")}>
      <p>{say("dragon.ask")}</p>
      <SlipActions>
        {(["prev", "next"] as const).map((side) => {
          const seat = seatAt(you, side);
          const count = view.counts[seat] ?? 0;
          return (
            <Button
              key={side}
              kind="action"
              hint={count === 0 ? say("dragon.out") : say("cards:count", { count })}
              onClick={() => move({ move: "give_dragon", to: seat })}
            >
              {say(`dragon.${side}`, { name: nameOf(seats, seat) })}
            </Button>
          );
        })}
      </SlipActions>
    </Slip>
  );
}
