import { withTableWords } from "../../i18n";
import { loadBoard } from "../../games/registry";

/** The script of the table's screen, a chunk of its own, without its words. */
export const loadTableScript = () => import("./TableScreen");

/** The table's screen with its words. */
export const loadTable = withTableWords(loadTableScript);

/** Loads what a table of this game needs, while the server is still asked for one. What fails is asked for again there. */
export function prepareTable(game: string): void {
  for (const loading of [loadTable(), loadBoard(game)]) void loading.catch(() => undefined);
}
