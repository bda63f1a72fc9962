import type { BoardPeriod } from "kafeneio-client";
import { useFormats } from "../../i18n/useFormats";
import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";

const BOTS = "bots:";
/** A board of so many games that its id counts them. */
const SEVERAL = /^(\d{1,3})-games-[a-z0-9]+$/;

/** Whether a board is the bots' ladder of its game. */
export const isOfBots = (board: string): boolean => board.startsWith(BOTS);

/** What a board is called: by its games and how often it begins or that it is of bots, or by its title. */
export function useBoardName(): (
  period: Pick<BoardPeriod, "board" | "games" | "repeat"> & { title?: string },
) => string {
  const { t } = useTranslation("rankings");
  const words = useGameWords();
  return ({ board, games, repeat, title }) => {
    if (title) return title;
    const about = games === null ? t("boards.allGames") : games.map((game) => words.name(game)).join(", ");
    return t(isOfBots(board) ? "boards.bots" : `boards.${repeat}`, { about });
  };
}

/** What a board is called of which only the id is known, as in a message. */
export function useBoardNameOf(): (board: string) => string {
  const { t } = useTranslation("rankings");
  const { number } = useFormats();
  const name = useBoardName();
  return (board) => {
    if (isOfBots(board)) return name({ board, repeat: "monthly", games: [board.slice(BOTS.length)] });
    const [repeat, ...games] = board.split(":");
    if (repeat !== "weekly" && repeat !== "monthly") return board;
    const several = SEVERAL.exec(games[0] ?? "")?.[1];
    if (several) return t(`boards.${repeat}`, { about: t("boards.severalGames", { number: number(Number(several)) }) });
    return name({ board, repeat, games: games.length === 0 || games[0] === "all" ? null : games });
  };
}
