import type { Say } from "../api";
import styles from "./Felt.module.css";
import { Melds } from "./Melds";
import { Middle } from "./Middle";
import { sideName, type Sitting } from "./names";
import { OffersBox } from "./OffersBox";
import { SideLine } from "./SideLine";
import type { Turn } from "./useTurn";
import { isFresh, type MeldView, sidesFor, type View } from "./view";

interface Props {
  view: View;
  you: number | null;
  seats: readonly Sitting[];
  turn: Turn;
  /** Whether the viewer may act. */
  yourTurn: boolean;
  say: Say;
}

/** The cloth: the other side above, stock, trump and pile in the middle, one's own side below. */
export function Felt({ view, you, seats, turn, yourTurn, say }: Props) {
  const [own, other] = sidesFor(you);
  const { position, draft } = turn;
  const melds = position?.melds ?? view.melds;
  const last = isFresh(view) ? [] : (view.last_move?.melds ?? []);
  const words = { view, seats, below: you ?? 0, say };
  const label = (side: number) => say("meld.of", { side: sideName(view, seats, side, say) });
  const shared = { last, say };
  const of = (side: number) => laidOut(melds.filter((meld) => meld.side === side));
  return (
    <div className={styles.felt}>
      <SideLine side={other} {...words} />
      <Melds melds={of(other)} label={label(other)} empty={say("meld.none")} {...shared} />
      <Middle
        view={view}
        lent={draft !== null}
        say={say}
        onStock={position ? turn.draw : undefined}
        onPile={position ? () => (view.phase === "play" ? turn.discard() : turn.takePile()) : undefined}
        open={openTo(view, turn, yourTurn)}
      />
      <SideLine side={own} {...words} />
      <Melds
        melds={of(own)}
        label={label(own)}
        empty={say(you === null ? "meld.none" : "meld.place")}
        fits={turn.offers.offers.flatMap(({ before }) => (before ? [before.id] : []))}
        onMeld={position ? turn.layOff : undefined}
        {...shared}
      />
      <OffersBox turn={turn} say={say} />
    </div>
  );
}

/** Biribas first, the longest before the others; melds that still grow stay in the order in which they were laid. */
function laidOut(melds: readonly MeldView[]): MeldView[] {
  const rank = ({ missing, cards }: MeldView) => (missing > 0 ? 0 : cards.length);
  return melds.toSorted((one, other) => rank(other) - rank(one));
}

/** What lights up: where one may draw from, and in the end where a chosen card may go. */
function openTo({ now, phase }: View, { draft, chosen }: Turn, yourTurn: boolean) {
  if (!yourTurn || draft || !now) return { stock: false, pile: false };
  const discards = phase === "play" && chosen.length === 1;
  return { stock: now.draw === null, pile: now.take_pile === null || discards };
}
