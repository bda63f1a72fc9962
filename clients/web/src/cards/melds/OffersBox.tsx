import { useEffect, useRef } from "react";
import type { Say } from "../../games/api";
import { Button } from "../../parts/Button";
import { MeldCards } from "./MeldCards";
import { Badge } from "./Melds";
import { type BadgeName, meldName, standsFor } from "./names";
import { OfferBox, SIZES, type Way } from "./OfferBox";
import styles from "./OffersBox.module.css";
import { type Offer, OFFERS_MAX } from "./plays";
import type { Melding } from "./useMelding";
import { type AnyMeld, wildsOf } from "./view";

interface Props<M extends AnyMeld> {
  turn: Melding<M>;
  badge: BadgeName<M>;
  /** What is asked before something doubtful is done, in words. */
  doubt?: string;
  say: Say;
}

/** What the chosen cards would make, as the rules arrange them, before anything is sent; or why they make nothing. */
export function OffersBox<M extends AnyMeld>({ turn, badge, doubt, say }: Props<M>) {
  const { refused } = turn.offers;
  const { shown, tooMany } = shownOf(turn);
  if (turn.chosen.length === 0) return null;
  if (turn.doubted && doubt) return <Doubt turn={turn} offer={turn.doubted} question={doubt} badge={badge} say={say} />;
  const asks = turn.asked !== null && shown.length > 1;
  const why = turn.chosen.length > 2 && shown.length === 0 ? refused : null;
  return (
    <OfferBox
      title={say(asks ? "cards:melds.offer.which" : "cards:melds.offer.title")}
      asks={asks}
      ways={shown.map((offer) => wayOf(offer, () => turn.make(offer), badge, say))}
      hint={tooMany ? say("cards:melds.offer.many") : why && say(`errors.${why}`)}
    />
  );
}

/** Of many offers new melds are shown, and those of the meld that was pressed. */
function shownOf<M extends AnyMeld>({ offers: { offers }, asked }: Melding<M>) {
  if (asked !== null) return { shown: offers.filter(({ before }) => before?.id === asked), tooMany: false };
  const tooMany = offers.length > OFFERS_MAX;
  return { shown: tooMany ? offers.filter(({ before }) => before === null) : offers, tooMany };
}

interface OfferProps<M extends AnyMeld> extends Pick<Props<M>, "badge" | "say"> {
  offer: Offer<M>;
}

function wayOf<M extends AnyMeld>(offer: Offer<M>, onPress: () => void, badge: BadgeName<M>, say: Say): Way {
  const { meld, before } = offer;
  const [act, named] = before ? ["add", "addNamed"] : ["lay", "layNamed"];
  return {
    key: `${meld.id} ${meld.low} ${meld.cards.join("")}`,
    meld,
    name: say(`cards:melds.offer.${named}`, { meld: meldName(meld, badge, say) }),
    act: say(`cards:melds.offer.${act}`),
    notes: (
      <>
        <Badge meld={meld} badge={badge} say={say} />
        {wildWords(offer, say)}
      </>
    ),
    onPress,
  };
}

/** Whether a wild card of the meld goes elsewhere, in words. */
function wildWords<M extends AnyMeld>({ meld, before }: Offer<M>, say: Say): string {
  const were = before ? wildsOf(before).map(({ code }) => code) : [];
  const are = wildsOf(meld).map(({ code }) => code);
  if (were.every((code) => are.includes(code))) return "";
  const place = are.find((code) => !were.includes(code));
  return place ? say("cards:melds.offer.moves", { place: standsFor(place, say) }) : say("cards:melds.offer.natural");
}

/** A question before what one may regret. */
function Doubt<M extends AnyMeld>({
  turn,
  offer,
  question,
  badge,
  say,
}: OfferProps<M> & { turn: Melding<M>; question: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector("button")?.focus(), []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape gives up, as in the hand
    <div
      ref={box}
      className={styles.box}
      role="group"
      aria-label={question}
      onKeyDown={(event) => event.key === "Escape" && turn.clear()}
    >
      <p className={styles.why}>{question}</p>
      <MeldCards meld={offer.meld} sizes={SIZES} />
      <Badge meld={offer.meld} badge={badge} say={say} />
      <span className={styles.answers}>
        <Button onClick={turn.clear}>{say("cards:melds.offer.leave")}</Button>
        <Button kind="danger" onClick={() => turn.make(offer)}>
          {say("cards:melds.offer.sure")}
        </Button>
      </span>
    </div>
  );
}
