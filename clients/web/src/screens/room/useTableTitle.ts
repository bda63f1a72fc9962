import { useTranslation } from "../../i18n/useTranslation";
import { useGameWords } from "../../i18n/useWords";
import { isUnnamed } from "../../state/tableName";
import type { TableLine } from "kafeneio-client";
import { useClockLine } from "./useClockLine";
import { useOptionsLine } from "./useOptionsLine";

/** What a table is called: players name theirs; house-banked ones are called by what is played there, in the reader's language. */
export function useTableTitle(line: TableLine): { title: string; detail: string; full: string } {
  const words = useGameWords();
  const options = useOptionsLine(line.game, line.options);
  const clock = useClockLine(line.clock_factor);
  const { t } = useTranslation();
  const name = useTableName(line);
  const bots = line.bots_allowed ? t("create.withBots") : "";
  const game = words.name(line.game);
  if (!line.house) return { title: name, detail: [game, options, clock, bots].filter(Boolean).join(" · "), full: name };
  const title = game + (/ \d+$/.exec(line.name)?.[0] ?? "");
  return { title, detail: options, full: [title, options].filter(Boolean).join(", ") };
}

/** The name that players gave a table; one that nobody named is called in the reader's language. */
export function useTableName(line: { name: string; practice: boolean }): string {
  const { t } = useTranslation();
  return isUnnamed(line) ? t("now.computerTable") : line.name;
}
