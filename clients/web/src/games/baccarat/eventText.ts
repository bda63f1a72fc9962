import type { View } from "../../generated/games/baccarat";
import type { Say, EventText } from "../api";
import { nameOf, roundWords } from "./roundText";

/** When bets open and close, how the round ended and what it brought, a new shoe, and who comes and goes. */
export const eventText: EventText<View> = ({ kind, data }, view, seats, say) => {
  if (data === null) return null;
  const name = nameOf(seats, Number(data["seat"]), say);
  switch (kind) {
    case "betting":
      return say("told.betting", { number: view.round });
    case "held":
      return [say("told.closed"), dropped(view, say)].join(" ").trim();
    case "result":
      return roundWords(view, say);
    case "paid":
      return paid(view, say);
    case "shoe":
      return say("told.shoe");
    case "dummy":
      return say("result.dummy");
    case "stand_up":
      return data["seat"] === view.seat ? null : say("told.up", { name });
    default:
      return null;
  }
};

function paid(view: View, say: Say): string | null {
  const net = view.own?.net_round;
  if (net === null || net === undefined || !view.credited[String(view.seat)]) return null;
  return say(net > 0 ? "told.won" : net < 0 ? "told.lost" : "told.even", { chips: Math.abs(net) });
}

/** The viewer's own set that the bank did not hold. */
function dropped(view: View, say: Say): string {
  return view.own?.dropped ? say("own.dropped") : "";
}
