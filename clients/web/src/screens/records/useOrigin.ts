import type { Recording } from "kafeneio-client";
import { useTranslation } from "../../i18n/useTranslation";

/** Where a match was played: the name of its table, or that it comes from another program. */
export function useOrigin(): (recording: Recording) => string {
  const { t } = useTranslation("records");
  return ({ imported, name }) => (imported ? t("imports.from") : name);
}
