import { eventTextBy } from "../../cards/melds/eventText";
import type { EventText } from "../api";
import { badgeName } from "./names";
import type { MeldView, View } from "./view";

/** What has happened at a table of mpirimpa, in words. */
export const eventText: EventText<View> = eventTextBy<MeldView>(badgeName);
