import styles from "./Felt.module.css";
import type { Words } from "./names";
import { OpenHands } from "./OpenHands";
import { Piles } from "./Piles";
import { SplitBox } from "./SplitBox";
import { TableMelds } from "./TableMelds";
import type { Turn } from "./useTurn";
import { hasTable, type View } from "./view";
import { Ways } from "./Ways";

interface Props extends Words {
  turn: Turn;
  /** Whether the viewer may act. */
  yourTurn: boolean;
}

/** The cloth: stock, indicator and discards; beside them the melds of all, or what one's own hand has come to. */
export function Felt({ turn, yourTurn, ...words }: Props) {
  const { view } = words;
  const { position } = turn;
  return (
    <div className={styles.felt} data-table={hasTable(view)} data-many={view.seats > 3}>
      <Piles
        view={view}
        say={words.say}
        onStock={position ? () => turn.draw("stock") : undefined}
        onPile={position ? () => (view.phase === "play" ? turn.discard() : turn.draw("discard")) : undefined}
        open={openTo(view, turn, yourTurn)}
      />
      <div className={styles.area}>
        {hasTable(view) ? <TableMelds {...words} turn={turn} /> : <SplitBox {...words} turn={turn} />}
        <OpenHands {...words} />
        {looksOn(view) && <p className={styles.note}>{words.say("prompt.looksOn")}</p>}
      </div>
      <div className={styles.ways}>
        <Ways {...words} turn={turn} />
      </div>
    </div>
  );
}

/** Who is out of a match that goes on. */
function looksOn({ seat, active, phase }: View): boolean {
  return seat !== null && phase !== "match_over" && !active.includes(seat);
}

/** What lights up: where one may draw from, and in the end where a chosen card may go. */
function openTo({ now, phase }: View, { chosen }: Turn, yourTurn: boolean) {
  if (!yourTurn || !now) return { stock: false, pile: false };
  const discards = phase === "play" && chosen.length === 1;
  return { stock: now.draw_stock === null, pile: now.draw_discard === null || discards };
}
