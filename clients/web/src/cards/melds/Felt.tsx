import type { ReactNode } from "react";
import styles from "./Felt.module.css";
import { Melds } from "./Melds";
import { Middle } from "./Middle";
import { type BadgeName, sideName, type Words } from "./names";
import { OffersBox } from "./OffersBox";
import { type PotLook, SideLine } from "./SideLine";
import { leaning } from "./spread";
import type { Melding } from "./useMelding";
import { type AnyMeld, type AnyView, isFresh, type Side, sidesFor } from "./view";

export interface FeltProps<M extends AnyMeld> extends Words<AnyView<M>> {
  you: number | null;
  turn: Melding<M>;
  /** Whether the viewer may act. */
  yourTurn: boolean;
  badge: BadgeName<M>;
  pot: (side: Side) => PotLook;
  /** What lies between stock and pile. */
  between?: ReactNode;
  /** The pile is in one's hand as a try, in words. */
  lent?: string | null;
  /** What is asked before something doubtful is done, in words. */
  doubt?: string;
}

/** The cloth: the other side above, stock and pile in the middle, one's own side below. */
export function Felt<M extends AnyMeld>(props: FeltProps<M>) {
  const { view, you, seats, turn, badge, pot, between, lent = null, doubt, say } = props;
  const [own, other] = sidesFor(you);
  const { position } = turn;
  const melds = position?.melds ?? view.melds;
  const words = { view, seats, below: you ?? 0, say };
  const label = (side: Side) => say("cards:melds.meld.of", { side: sideName(view, seats, side, say) });
  const shared = { badge, last: isFresh(view) ? [] : (view.last_move?.melds ?? []), say };
  const of = (side: Side) => laidOut(melds.filter((meld) => meld.side === side));
  const lengths = (side: Side) => of(side).map(({ cards }) => cards.length);
  const none = say("cards:melds.meld.none");
  return (
    <div className={styles.felt} data-lean={leaning(lengths(own), lengths(other))}>
      <SideLine side={other} pot={pot(other)} {...words} />
      <Melds melds={of(other)} label={label(other)} empty={none} {...shared} />
      <Middle
        view={view}
        between={between}
        lent={lent}
        say={say}
        onStock={position ? turn.draw : undefined}
        onPile={position ? () => (view.phase === "play" ? turn.discard() : turn.takePile()) : undefined}
        open={openTo(props)}
      />
      <SideLine side={own} pot={pot(own)} {...words} />
      <Melds
        melds={of(own)}
        label={label(own)}
        empty={you === null ? none : say("cards:melds.meld.place")}
        fits={turn.offers.offers.flatMap(({ before }) => (before ? [before.id] : []))}
        onMeld={position ? turn.layOff : undefined}
        {...shared}
      />
      <OffersBox turn={turn} badge={badge} doubt={doubt} say={say} />
    </div>
  );
}

/** Those that count first, the longest before the others; melds that still grow stay in the order they were laid in. */
function laidOut<M extends AnyMeld>(melds: readonly M[]): M[] {
  const rank = ({ missing, cards }: M) => (missing === 0 ? cards.length : 0);
  return melds.toSorted((one, other) => rank(other) - rank(one));
}

/** What lights up: where one may draw from, and in the end where a chosen card may go. */
function openTo<M extends AnyMeld>({ view: { now, phase }, turn: { chosen }, lent, yourTurn }: FeltProps<M>) {
  if (!yourTurn || lent || !now) return { stock: false, pile: false };
  const discards = phase === "play" && chosen.length === 1;
  return { stock: now.draw === null, pile: now.take_pile === null || discards };
}
