import { useMemo } from "react";
import { useTranslation } from "../../i18n/useTranslation";

/** A part of 1 in per cent, with up to so many digits behind the point. */
export function usePercent(): (part: number, digits: number) => string {
  const { language } = useTranslation();
  return useMemo(() => {
    const formats = [0, 1, 2].map(
      (digits) => new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: digits }),
    );
    return (part, digits) => formats[digits]?.format(part) ?? "";
  }, [language]);
}
