import { cardName } from "../../cards/names";
import type { Say, EventText } from "../api";
import { meldName, nameOf, type Words } from "./names";
import { type CountedHand, isActive, type MeldView, seatsFor, type View } from "./view";

type Data = Record<string, unknown>;

/** Who begins, what is turned up, drawn, laid, swapped and discarded, how a hand ended and was counted; who has left. */
export const eventText: EventText<View> = ({ kind, data }, view, seats, say) => {
  if (data === null) return null;
  const words = { view, seats, say };
  const sentences = [happened(kind, data, words)];
  if (data["hand"]) sentences.push(counted(data["hand"] as CountedHand, words));
  return sentences.filter(Boolean).join(" ") || null;
};

function happened(kind: string | null, data: Data, words: Words): string {
  const { view, seats, say } = words;
  const name = nameOf(seats, Number(data["seat"] ?? beginnerOf(data, view)));
  switch (kind) {
    case "leader":
    case "left":
      return say(`cards:melds.told.${kind}`, { name });
    case "deal":
      return `${say("cards:melds.told.deal", { name })} ${turnedUp(data, say)}`;
    case "put_back":
      return turnedUp(data, say);
    case "reshuffle":
      return say("told.reshuffle");
    default:
      return moved(kind, data, name, say);
  }
}

/** Who begins a hand: the next one round the table who is still in the match. Others may have played since. */
function beginnerOf({ dealer }: Data, view: View): number {
  const round = seatsFor({ seats: view.seats, seat: Number(dealer ?? 0) + 1 });
  return round.find((seat) => isActive(view, seat)) ?? 0;
}

function moved(kind: string | null, data: Data, name: string, say: Say): string {
  const card = data["card"] ? cardName(String(data["card"]), say) : null;
  switch (kind) {
    case "draw":
      if (card === null) return say("cards:melds.told.draw", { name });
      return say(data["from"] === "discard" ? "told.take" : "cards:melds.told.drawCard", { name, card });
    case "meld":
    case "lay_off":
      return say(`cards:melds.told.${kind}`, { name, meld: meldName(data["meld"] as MeldView, say) });
    case "swap_joker":
      return say("told.swap", { name, meld: meldName(data["meld"] as MeldView, say) });
    case "discard":
      return say("cards:melds.told.discard", { name, card });
    case "go_out":
      return say("told.goOut", { name, card });
    default:
      return "";
  }
}

/** The first discard, the indicator, or a card that cannot be it. */
function turnedUp(data: Data, say: Say): string {
  const [top, turned] = [data["discard_top"], data["turned"]];
  if (top) return say("told.discardTop", { card: cardName(String(top), say) });
  if (!turned) return "";
  return say(data["indicator"] ? "told.turned" : "told.putBack", { card: cardName(String(turned), say) });
}

function counted(hand: CountedHand, { seats, say }: Words): string {
  const name = (seat: number) => nameOf(seats, seat);
  const end = hand.out_seat === null ? say("hand.blocked") : say("hand.out", { name: name(hand.out_seat) });
  const points = hand.seats
    .filter((seat) => seat !== hand.out_seat)
    .map((seat) => say("told.point", { name: name(seat), points: hand.counts[seat] }));
  const sentences = [`${end}.`, say("told.points", { list: points.join(", ") })];
  if (hand.eliminated.length > 0)
    sentences.push(say("told.eliminated", { names: hand.eliminated.map(name).join(", ") }));
  return sentences.join(" ");
}
