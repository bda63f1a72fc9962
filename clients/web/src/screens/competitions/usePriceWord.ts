import { useTranslation } from "../../i18n/useTranslation";

/** What an entry costs, in words. */
export function usePriceWord(): (chips: number) => string {
  const { t } = useTranslation("competitions");
  const { t: house } = useTranslation();
  return (chips) => (chips === 0 ? t("free") : house("common.chips", { count: chips }));
}
