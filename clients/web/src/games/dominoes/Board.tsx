import { useRef } from "react";
import { useGameSay } from "../../i18n/useWords";
import type { GameProps } from "../api";
import styles from "./Board.module.css";
import { Chain } from "./Chain";
import { type Drop, dropIn } from "./drop";
import { type Lay, standing, type View } from "./laying";
import { fitted } from "./layout";
import { Prompt } from "./Prompt";
import { Rack } from "./Rack";
import { ScoreStrip } from "./ScoreStrip";
import { SeatMark } from "./SeatMark";
import { SkipNotice } from "./SkipNotice";
import { TallyPanel } from "./TallyPanel";
import { Ivory } from "./TileShape";
import { useLaying } from "./useLaying";
import { useAhead } from "./useAhead";
import { useSize } from "../../parts/useSize";

const SEATS = [0, 1, 2, 3] as const;

/** The table: score above, the chain on the cloth with the four around it, one's own tiles in a rack below. */
export default function Board(props: GameProps<View, Lay>) {
  const { view, you, seats, yourTurn, pending, events, recent = events } = props;
  const say = useGameSay("dominoes");
  const cloth = useRef<HTMLDivElement>(null);
  const size = useSize(cloth);
  const laying = useLaying(props);
  const ahead = useAhead(props, laying);
  const laid = size && fitted(view.chain, view.first ?? 0, size.width, size.height);
  const own = you === null ? null : (view.hands[you] ?? []);

  function drop(tile: string, x: number, y: number) {
    const box = cloth.current?.getBoundingClientRect();
    const at: Drop | null = box && laid ? dropIn(laid, box, x, y) : null;
    if (at && ahead) ahead.plan(tile);
    else if (at) laying.lay(tile, at.end);
  }

  return (
    <div className={styles.board} data-phase={view.phase}>
      <Ivory />
      <ScoreStrip view={view} seats={seats} you={you} say={say} />
      <div className={styles.rim}>
        <div className={styles.felt}>
          {SEATS.map((seat) => (
            <SeatMark key={seat} seat={seat} view={view} seats={seats} you={you} say={say} />
          ))}
          <div ref={cloth} className={styles.cloth}>
            {laid && size && <Chain view={view} laid={laid} size={size} held={laying.held} events={recent} say={say} />}
          </div>
          <SkipNotice view={view} seats={seats} you={you} say={say} />
        </div>
      </div>
      {own !== null && (
        <>
          <Prompt
            view={view}
            seats={seats}
            laying={laying}
            ahead={ahead}
            yourTurn={yourTurn}
            pending={pending}
            say={say}
          />
          <Rack
            tiles={own}
            standing={(tile) => standing(view, yourTurn, tile)}
            ends={view.ends}
            pending={pending?.tile ?? null}
            laying={laying}
            ahead={ahead}
            onDrop={drop}
            say={say}
          />
        </>
      )}
      <TallyPanel key={view.last_hand?.number} view={view} seats={seats} say={say} />
    </div>
  );
}
