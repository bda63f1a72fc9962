import { useTranslation } from "../../i18n/useTranslation";

/** What one has to know of a table's clock before one sits down: that it is longer than the game's own; else nothing. */
export function useClockLine(factor: number): string {
  const { t } = useTranslation("play");
  return factor > 1 ? t("clock.line", { factor }) : "";
}
