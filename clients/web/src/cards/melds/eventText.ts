import type { Say } from "../../games/api";
import { cardName } from "../names";
import { type BadgeName, meldName, nameOf, type Sitting, sideName } from "./names";
import { signed } from "./signed";
import { type AnyHand, type AnyMeld, type AnyView, paired, sidesFor } from "./view";

type Data = Record<string, unknown>;

interface Event {
  kind: string | null;
  data: Data | null;
}

/**
 * The events of a game of melds in words: who begins, what is drawn, taken, laid and discarded, how a pot was taken,
 * how a hand ended, who has left. How a pot was taken is said by the game's own words.
 */
export function eventTextBy<M extends AnyMeld>(badge: BadgeName<M>) {
  return ({ kind, data }: Event, view: AnyView, seats: readonly Sitting[], say: Say): string | null => {
    if (data === null) return null;
    const name = nameOf(seats, Number(data["seat"] ?? data["starter"]));
    const laid = (key: string, meld: unknown) =>
      say(`cards:melds.told.${key}`, { name, meld: meldName(meld as M, badge, say) });
    const sentences = [happened(kind, data, name, laid, say)];
    if (data["pot"]) sentences.push(say(`told.${String(data["pot"])}`, { name }));
    if (data["hand"]) sentences.push(counted(data["hand"] as AnyHand, view, seats, say));
    return sentences.filter(Boolean).join(" ") || null;
  };
}

type Laid = (key: string, meld: unknown) => string;

function happened(kind: string | null, data: Data, name: string, laid: Laid, say: Say): string {
  switch (kind) {
    case "leader":
    case "deal":
    case "left":
      return say(`cards:melds.told.${kind}`, { name });
    case "draw":
      return drawn(data, name, say);
    case "take_pile":
      return pileTaken(data, name, laid, say);
    case "meld":
    case "lay_off":
      return laid(kind, data["meld"]);
    case "discard":
      return say("cards:melds.told.discard", { name, card: cardName(String(data["card"]), say) });
    default:
      return "";
  }
}

function drawn({ card }: Data, name: string, say: Say): string {
  if (!card) return say("cards:melds.told.draw", { name });
  return say("cards:melds.told.drawCard", { name, card: cardName(String(card), say) });
}

function pileTaken(data: Data, name: string, laid: Laid, say: Say): string {
  const melds = (data["melds"] ?? []) as unknown[];
  const count = (data["cards"] as string[]).length;
  return [say("cards:melds.told.take_pile", { name, count }), ...melds.map((meld) => laid("meld", meld))].join(" ");
}

function counted({ sides }: AnyHand, view: AnyView, seats: readonly Sitting[], say: Say): string {
  const order = sidesFor(view.seat);
  const [one, other] = order.map((side) => sideName(view, seats, side, say));
  const [onePoints, otherPoints] = paired(sides, order).map(({ score }) => signed(score));
  return say("cards:melds.told.hand", { one, onePoints, other, otherPoints });
}
