import type { BoardPeriod } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";

const BOTS = "bots:";

/** Whether a board is the bots' ladder of its game. */
export const isOfBots = (board: string): boolean => board.startsWith(BOTS);

/** What a board is called: by its games and how often it begins or that it is of bots, or by its title. */
export function useBoardName(): (
  period: Pick<BoardPeriod, "board" | "games" | "repeat"> & { title?: string },
) => string {
  const { t } = useTranslation("rankings");
  const words = useGameWords();
  return ({ board, games, repeat, title }) => {
    if (repeat === "own") return title || board;
    const about = games === null ? t("boards.allGames") : games.map((game) => words.name(game)).join(", ");
    return t(isOfBots(board) ? "boards.bots" : `boards.${repeat}`, { about });
  };
}

/** What a board is called of which only the id is known, as in a message. */
export function useBoardNameOf(): (board: string) => string {
  const name = useBoardName();
  return (board) => {
    if (isOfBots(board)) return name({ board, repeat: "monthly", games: [board.slice(BOTS.length)] });
    const [repeat, ...games] = board.split(":");
    if (repeat !== "weekly" && repeat !== "monthly") return board;
    return name({ board, repeat, games: games.length === 0 || games[0] === "all" ? null : games });
  };
}
