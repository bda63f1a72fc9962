import { eventTextBy } from "../../cards/melds/eventText";
import type { EventText } from "../api";
import { badgeName } from "./names";
import type { MeldView, View } from "./view";

const usual = eventTextBy<MeldView>(badgeName);

/** What has happened at a table of buraco, in words; also that a pot is used now and costs nothing any more. */
export const eventText: EventText<View> = (event, view, seats, say) => {
  const text = usual(event, view, seats, say);
  return text && event.data?.["used_pot"] === true ? `${text} ${say("told.used")}` : text;
};
