import { cardName } from "../../cards/names";
import type { Say, Tell } from "../api";
import { meldName, nameOf, type Sitting, sideName } from "./names";
import { signed } from "./reckoning";
import { type CountedHand, type MeldView, paired, sidesFor, type View } from "./view";

type Data = Record<string, unknown>;

/** Who begins, what is drawn, taken, laid and discarded, how a pot was taken, how a hand ended; who has left. */
export const tell: Tell<View> = ({ kind, data }, view, seats, say) => {
  if (data === null) return null;
  const name = nameOf(view, seats, Number(data["seat"] ?? data["starter"]), say);
  const told = [happened(kind, data, name, say)];
  if (data["pot"]) told.push(say(`told.${String(data["pot"])}`, { name }));
  if (data["hand"]) told.push(counted(data["hand"] as CountedHand, view, seats, say));
  return told.filter(Boolean).join(" ") || null;
};

function happened(kind: string | null, data: Data, name: string, say: Say): string {
  switch (kind) {
    case "leader":
    case "deal":
      return say(`told.${kind}`, { name });
    case "left":
      return say("told.left", { name });
    case "draw":
      return drawn(data, name, say);
    case "take_pile":
      return pileTaken(data, name, say);
    case "meld":
    case "lay_off":
      return say(`told.${kind}`, { name, meld: meldName(data["meld"] as MeldView, say) });
    case "discard":
      return say("told.discard", { name, card: cardName(String(data["card"]), say) });
    default:
      return "";
  }
}

function drawn({ card }: Data, name: string, say: Say): string {
  return card ? say("told.drawCard", { name, card: cardName(String(card), say) }) : say("told.draw", { name });
}

function pileTaken(data: Data, name: string, say: Say): string {
  const melds = (data["melds"] ?? []) as MeldView[];
  const laid = melds.map((meld) => say("told.meld", { name, meld: meldName(meld, say) }));
  return [say("told.take_pile", { name, count: (data["cards"] as string[]).length }), ...laid].join(" ");
}

function counted({ sides }: CountedHand, view: View, seats: readonly Sitting[], say: Say): string {
  const order = sidesFor(view.seat);
  const [one, other] = order.map((side) => sideName(view, seats, side, say));
  const [onePoints, otherPoints] = paired(sides, order).map(({ score }) => signed(score));
  return say("told.hand", { one, onePoints, other, otherPoints });
}
