import { tellBy } from "../../cards/melds/tell";
import type { Tell } from "../api";
import { badgeName } from "./names";
import type { MeldView, View } from "./view";

const usual = tellBy<MeldView>(badgeName);

/** What has happened at a table of buraco, in words; also that a pot is used now and costs nothing any more. */
export const tell: Tell<View> = (event, view, seats, say) => {
  const told = usual(event, view, seats, say);
  return told && event.data?.["used_pot"] === true ? `${told} ${say("told.used")}` : told;
};
