import { useFormats } from "./useFormats";
import { useTranslation } from "./useTranslation";

/** Euro cents as the language writes money. */
export function useMoney(): (cents: number) => string {
  return useFormats().money;
}

/** Chips in words: `5,000 chips`. */
export function useChips(): (chips: number) => string {
  const { t } = useTranslation();
  return (chips) => t("common.chips", { count: chips });
}
