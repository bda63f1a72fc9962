import { useClient } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { PaperPage } from "../records/PaperPage";
import { useVisit } from "./useVisits";

/** In place of a page that is only for those who are at home here. */
export function AtHomeOnly() {
  const { t } = useTranslation("visits");
  const client = useClient();
  const visit = useVisit();
  return (
    <PaperPage title={t("atHome.title")} lead={t("atHome.lead")}>
      {visit && (
        <div>
          <Button onClick={() => void client.visits.goHome()}>{t("bar.goHome")}</Button>
        </div>
      )}
    </PaperPage>
  );
}
