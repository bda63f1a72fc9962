import { useTranslation } from "../i18n/useTranslation";
import { PaperPage } from "./records/PaperPage";

/** What is shown at an address that no page has. */
export function UnknownAddress() {
  const { t } = useTranslation("play");
  return (
    <PaperPage title={t("unknown.title")} lead={t("unknown.lead")}>
      {null}
    </PaperPage>
  );
}
