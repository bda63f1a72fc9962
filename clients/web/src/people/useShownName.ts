import { useCallback } from "react";
import { useTranslation } from "../i18n/useTranslation";

/** What the platform writes in the place of a name that was erased. Nobody can be called so: it has a space. */
const FORMER_PLAYER = "former player";
/** What the platform calls a guest; nobody else may have such a name. */
const GUEST = /^guest-(\d+)$/;

/** A name as it is shown: a guest by number in the reader's language, and of somebody whose data were erased that they
 * were here once. */
export function useShownName(): (name: string) => string {
  const { t } = useTranslation("door");
  return useCallback(
    (name) => {
      const number = GUEST.exec(name)?.[1];
      if (number !== undefined) return t("guestName", { number });
      return name === FORMER_PLAYER ? t("formerPlayer") : name;
    },
    [t],
  );
}
