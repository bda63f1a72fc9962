import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import type { TableLine } from "kafeneio-client";
import { useClockLine } from "./useClockLine";
import { useOptionsLine } from "./useOptionsLine";

/** What a table is called: players name theirs; house-banked ones are called by what is played there, in the reader's language. */
export function useTableTitle(line: TableLine): { title: string; detail: string; full: string } {
  const words = useGameWords();
  const options = useOptionsLine(line.game, line.options);
  const clock = useClockLine(line.clock_factor);
  const { t } = useTranslation();
  const bots = line.bots_allowed ? t("create.withBots") : "";
  const game = words.name(line.game);
  if (!line.house)
    return { title: line.name, detail: [game, options, clock, bots].filter(Boolean).join(" · "), full: line.name };
  const title = game + (/ \d+$/.exec(line.name)?.[0] ?? "");
  return { title, detail: options, full: [title, options].filter(Boolean).join(", ") };
}
