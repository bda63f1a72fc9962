import { cardName, nameOfSuit } from "../../cards/names";
import type { Say, EventText } from "../api";
import { callWords, readCall } from "./calls";
import { nameOf, type Sitting, sideName } from "./names";
import { sidesFor, type View } from "./view";

type Data = Record<string, unknown>;

/** A deal, a call, an announcement, a card with what it ended; who has left. */
export const eventText: EventText<View> = ({ kind, data }, view, seats, say) => {
  if (data === null) return null;
  const who = (seat: unknown) => nameOf(seats, Number(seat));
  const name = who(data["seat"]);
  switch (kind) {
    case "leader":
      return say("told.leader", { name });
    case "deal":
      return dealt(data, who(data["dealer"]), say);
    case "call":
      return called(data, name, say);
    case "declare":
      return say("told.declare", { name, points: data["points"] });
    case "play":
      return played(data, view, seats, say);
    case "left":
      return say("told.left", { name });
    default:
      return null;
  }
};

function dealt(data: Data, name: string, say: Say): string {
  const words = say("told.deal", { name });
  return data["turn_up"] ? `${words} ${say("turnUp", { card: cardName(String(data["turn_up"]), say) })}` : words;
}

function called(data: Data, name: string, say: Say): string {
  const call = readCall(String(data["call"]));
  const words =
    call.kind === "choose"
      ? say("told.choose", { name, suit: nameOfSuit(call.suit, say) })
      : call.kind === "bid"
        ? say("told.bid", { name, bid: callWords(call, say) })
        : say(`told.${call.kind}`, { name });
  return data["redeal"] ? `${words} ${say("told.redeal")}` : words;
}

function played(data: Data, view: View, seats: readonly Sitting[], say: Say): string {
  const name = nameOf(seats, Number(data["seat"]));
  const sentences = [say("told.play", { name, card: cardName(String(data["card"]), say) })];
  if (data["said"]) sentences.push(say(`belote.${String(data["said"])}`) + ".");
  if (typeof data["winner"] === "number") sentences.push(say("told.trick", { name: nameOf(seats, data["winner"]) }));
  if (typeof data["declarations_by"] === "number") {
    sentences.push(say("told.declarations", { side: sideName(view, seats, data["declarations_by"], say) }));
  }
  if (data["units"]) sentences.push(unitsWords(data["units"] as [number, number], view, seats, say));
  return sentences.join(" ");
}

function unitsWords(units: [number, number], view: View, seats: readonly Sitting[], say: Say): string {
  const [one, other] = sidesFor(view.seat);
  const side = (team: number) => sideName(view, seats, team, say);
  return say("told.units", { one: side(one), oneUnits: units[one], other: side(other), otherUnits: units[other] });
}
