import { withPageWords } from "../../i18n";

/** The room's screen, a chunk of its own. */
export const loadRoom = withPageWords(() => import("./RoomScreen"));
