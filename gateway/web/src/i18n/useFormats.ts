import { useMemo } from "react";
import { useTranslation } from "react-i18next";

/** Numbers as the language writes them. */
export function useFormats() {
  const { i18n } = useTranslation();
  return useMemo(() => {
    // Greek and Spanish group from five digits on by themselves; amounts of chips read better grouped always.
    const plain = new Intl.NumberFormat(i18n.language, { useGrouping: "always" });
    const signed = new Intl.NumberFormat(i18n.language, { useGrouping: "always", signDisplay: "exceptZero" });
    const list = new Intl.ListFormat(i18n.language, { type: "conjunction" });
    return {
      number: (value: number) => plain.format(value),
      signed: (value: number) => signed.format(value).replace("-", "−"),
      list: (items: readonly string[]) => list.format(items),
    };
  }, [i18n.language]);
}
