import { useTranslation } from "../i18n/useTranslation";

/** The supervisor whom the operator's setting names, in the reader's language where it is one that we know. */
export function useRegulator(): (name: string) => string {
  const { t } = useTranslation("door");
  return (name) => (name === "Hellenic Gaming Commission" ? t("regulator.hellenic") : name);
}
