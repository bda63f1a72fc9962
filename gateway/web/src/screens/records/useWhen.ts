import { useTranslation } from "react-i18next";

/** Says a moment as the reader's language does. */
export function useWhen(): (atMs: number) => string {
  const { i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: "medium", timeStyle: "short" });
  return (atMs) => format.format(atMs);
}
