import { OfferBox, type Way } from "../../cards/melds/OfferBox";
import { anyMeld } from "./anyMeld";
import { meldName, shortName, type Words } from "./names";
import type { Offer } from "./plays";
import { OFFERS_MAX, type Turn } from "./useTurn";

/** What the chosen cards would make, before anything is sent; or why they make nothing. */
export function Ways({ turn, ...words }: Words & { turn: Turn }) {
  const { say } = words;
  const { offers, asked } = turn;
  const { shown, tooMany } = shownOf(turn);
  const asks = asked !== null && shown.length > 1;
  const why = turn.chosen.length > 2 && shown.length === 0 && !tooMany ? offers.refused : null;
  const many = tooMany ? say("cards:melds.offer.many") : null;
  return (
    <OfferBox
      title={say(asks ? "offer.which" : "cards:melds.offer.title")}
      asks={asks}
      ways={shown.map((offer) => wayOf(offer, () => turn.make(offer.play), words))}
      hint={why ? say(`errors.${why}`) : many}
    />
  );
}

/** Of many offers new melds are shown, and those of the meld that was pressed. */
function shownOf({ offers: { offers }, asked }: Turn): { shown: readonly Offer[]; tooMany: boolean } {
  if (asked !== null) return { shown: offers.filter(({ before }) => before?.id === asked), tooMany: false };
  const tooMany = offers.length > OFFERS_MAX && offers.some(({ before }) => before !== null);
  return { shown: tooMany ? offers.filter(({ before }) => before === null) : offers, tooMany };
}

function wayOf({ play, meld, before }: Offer, onPress: () => void, { view, seats, say }: Words): Way {
  const name = meldName(meld, say);
  const words = { key: `${play.move} ${meld.id} ${meld.kind} ${meld.low} ${meld.cards.join("")}`, meld: anyMeld(meld) };
  const notes = before && before.owner !== view.seat ? shortName(view, seats, before.owner, say) : null;
  const way = { ...words, notes, onPress };
  if (play.move === "swap_joker")
    return { ...way, act: say("offer.swap"), name: say("offer.swapNamed", { meld: name }) };
  const [act, named] = before ? ["add", "addNamed"] : ["lay", "layNamed"];
  return { ...way, act: say(`cards:melds.offer.${act}`), name: say(`cards:melds.offer.${named}`, { meld: name }) };
}
