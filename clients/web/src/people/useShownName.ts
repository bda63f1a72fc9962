import { useTranslation } from "../i18n/useTranslation";

/** What the platform writes in the place of a name that was erased. Nobody can be called so: it has a space. */
const FORMER_PLAYER = "former player";

/** A name as it is shown: of somebody whose data were erased, that they were here once. */
export function useShownName(): (name: string) => string {
  const { t } = useTranslation("account");
  return (name) => (name === FORMER_PLAYER ? t("formerPlayer") : name);
}
