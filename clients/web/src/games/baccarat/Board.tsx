import { useState } from "react";
import type { View } from "../../generated/games/baccarat";
import { useGameSay } from "../../i18n/useWords";
import type { GameProps } from "../api";
import { Actions } from "./Actions";
import { CHIPS, type Move } from "./bets";
import styles from "./Board.module.css";
import { Care } from "./Care";
import { Deal } from "./Deal";
import { Felt } from "./Felt";
import { Places } from "./Places";
import { Roads } from "./Roads";
import { ShoeBar } from "./ShoeBar";
import { useStakes } from "./useStakes";

/** The table: hands above, the boxes below them, one's chips in front; places, roads and the shoe beside. */
export default function Board(props: GameProps<View, Move>) {
  const { view, you, seats, house = null } = props;
  const say = useGameSay("baccarat");
  const laying = useStakes(props);
  const [chip, setChip] = useState<number>(CHIPS[1]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on small screens it scrolls, by keys too
    <div className={styles.board} data-phase={view.phase} data-variant={view.variant} tabIndex={-1}>
      <div className={styles.main}>
        <Deal view={view} house={house} say={say} />
        <Felt view={view} you={you} laying={laying} chip={chip} say={say} />
        {view.own && (
          <Actions
            view={view}
            laying={laying}
            chip={chip}
            onChip={setChip}
            busy={props.pending !== null}
            move={props.move}
            say={say}
          />
        )}
        <Places view={view} you={you} seats={seats} house={house} say={say} />
      </div>
      <div className={styles.side}>
        <Roads view={view} say={say} />
        <ShoeBar view={view} house={house} you={you} say={say} />
      </div>
      <Care house={house} say={say} />
    </div>
  );
}
