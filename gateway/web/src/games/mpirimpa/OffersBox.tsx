import type { Say } from "../api";
import { MeldCards } from "./MeldCards";
import { Badge } from "./Melds";
import { meldName, standsFor } from "./names";
import styles from "./OffersBox.module.css";
import { type Offer, OFFERS_MAX } from "./plays";
import type { Turn } from "./useTurn";

const SIZES = { cardWidth: 34, step: 19 };

/** What the chosen cards would make, as the rules arrange them, before anything is sent; or why they make nothing. */
export function OffersBox({ turn, say }: { turn: Turn; say: Say }) {
  const { refused } = turn.offers;
  const { shown, tooMany } = shownOf(turn);
  const several = turn.chosen.length > 2;
  if (turn.chosen.length === 0 || (shown.length === 0 && !several && !tooMany)) return null;
  const title = say(turn.asked !== null && shown.length > 1 ? "offer.which" : "offer.title");
  return (
    <div className={styles.box} role="group" aria-label={title}>
      {turn.asked !== null && shown.length > 1 && <p>{title}</p>}
      {shown.length > 0 && (
        <ul>
          {shown.map((offer) => (
            <li key={`${offer.meld.id} ${offer.meld.low} ${offer.meld.cards.join("")}`}>
              <OfferButton offer={offer} onPress={() => turn.make(offer.play)} say={say} />
            </li>
          ))}
        </ul>
      )}
      {tooMany && <p>{say("offer.many")}</p>}
      {several && refused && shown.length === 0 && !tooMany && <p className={styles.why}>{say(`errors.${refused}`)}</p>}
    </div>
  );
}

/** Of many offers new melds are shown, and those of the meld that was pressed. */
function shownOf({ offers: { offers }, asked }: Turn): { shown: readonly Offer[]; tooMany: boolean } {
  if (asked !== null) return { shown: offers.filter(({ before }) => before?.id === asked), tooMany: false };
  const tooMany = offers.length > OFFERS_MAX;
  return { shown: tooMany ? offers.filter(({ before }) => before === null) : offers, tooMany };
}

function OfferButton({ offer, onPress, say }: { offer: Offer; onPress: () => void; say: Say }) {
  const { meld, before } = offer;
  const name = meldName(meld, say);
  return (
    <button type="button" className={styles.offer} onClick={onPress}>
      <span className="sr">{say(before ? "offer.addNamed" : "offer.layNamed", { meld: name })}</span>
      <MeldCards meld={meld} sizes={SIZES} />
      <span className={styles.words} aria-hidden="true">
        <b>{say(before ? "offer.add" : "offer.lay")}</b>
        <Badge meld={meld} say={say} />
        {wildWords(offer, say)}
      </span>
    </button>
  );
}

/** Whether the wild card of the meld goes elsewhere, in words. */
function wildWords({ meld, before }: Offer, say: Say): string {
  if (!before?.stands_for || before.stands_for === meld.stands_for) return "";
  if (!meld.stands_for) return say("offer.natural");
  return say("offer.moves", { place: standsFor(meld.stands_for, say) });
}
