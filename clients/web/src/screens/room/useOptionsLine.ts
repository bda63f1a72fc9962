import { useGameWords } from "../../i18n/useWords";
import type { Options } from "../../state/games";

/** How many play is seen from the chairs. */
const SEEN = "seats";

/** A table's options in words: "3 × 3 · three in line". */
export function useOptionsLine(game: string, options: Options): string {
  const words = useGameWords();
  return Object.entries(options)
    .map(([option, value]) => (option === SEEN ? "" : words.choice(game, option, value)))
    .filter(Boolean)
    .join(" · ");
}
