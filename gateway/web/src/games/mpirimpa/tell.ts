import { tellBy } from "../../cards/melds/tell";
import type { Tell } from "../api";
import { badgeName } from "./names";
import type { MeldView, View } from "./view";

/** What has happened at a table of mpirimpa, in words. */
export const tell: Tell<View> = tellBy<MeldView>(badgeName);
