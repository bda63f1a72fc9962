import { useMemo } from "react";
import { codeOf } from "../../cards/ids";
import { Melds } from "../../cards/melds/Melds";
import { cardName } from "../../cards/names";
import { OpenCards } from "../../cards/OpenCards";
import { splitMeld } from "./anyMeld";
import { pointsOf, sumOf, valuesOf } from "./faces";
import { cardNames, type Words } from "./names";
import styles from "./SplitBox.module.css";
import { type Split, splitsOf } from "./split";
import type { Turn } from "./useTurn";
import type { View } from "./view";

/** Thanasis and Dynamitis: what melds one's hand holds and what is left over; with a card chosen, without that card. */
export function SplitBox({ view, turn, say }: Words & { turn: Turn }) {
  const after = useAfter(view, turn);
  const shown = after?.split ?? view.split;
  if (!shown || !turn.position)
    return <p className={styles.watch}>{view.phase === "match_over" ? "" : say("split.watch")}</p>;
  const values = valuesOf(view);
  const title = after ? say("split.after", { card: cardName(after.card, say) }) : say("split.best");
  const left = [...shown.left].sort((one, other) => pointsOf(other, values) - pointsOf(one, values));
  return (
    <section className={styles.box} aria-label={title} data-whole={left.length === 0 || undefined}>
      <p className={styles.title} aria-hidden="true">
        {title}
      </p>
      <Melds
        melds={shown.melds.map((meld, at) => splitMeld(meld, at + 1, view.wild_ranks))}
        badge={() => ""}
        foot={() => null}
        label={say("split.melds")}
        empty={say("split.none")}
        last={[]}
        say={say}
      />
      <p className={styles.left}>
        {left.length > 0 ? (
          <>
            <span className="sr">{say("split.left", { cards: cardNames(left, say) })}</span>
            <span aria-hidden="true">
              <OpenCards cards={left} />
            </span>
            <span>{say("split.sum")}</span>
            <strong className="num" data-deadwood={shown.deadwood}>
              {sumOf(left, values)}
            </strong>
          </>
        ) : (
          say("split.nothing")
        )}
      </p>
    </section>
  );
}

/** What a chosen card would leave if it were discarded; null where no single card is chosen in one's play. */
function useAfter(view: View, { chosen, position }: Turn): { card: string; split: Split } | null {
  const isPlay = view.phase === "play" && view.turn === view.seat && position !== null;
  const hand = view.own_hand;
  const key = isPlay ? hand.join(" ") : "";
  const splits = useMemo(
    () => (key ? splitsOf(key.split(" "), { game: view.game, wild: view.wild_ranks }) : null),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the ranks are of the hand's indicator
    [key, view.game, view.wild_ranks.join("")],
  );
  const [id, ...others] = chosen;
  if (!splits || id === undefined || others.length > 0) return null;
  const card = codeOf(id);
  return { card, split: splits.without(hand.indexOf(card)) };
}
