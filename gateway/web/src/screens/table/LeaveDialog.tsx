import { useTranslation } from "react-i18next";
import { useClient } from "../../app/context";
import type { TableView } from "../../generated/frames";
import { Button } from "../../parts/Button";
import { Dialog } from "../../parts/Dialog";

/** Asks once more before a match is left for good. */
export function LeaveDialog({ view, onClose }: { view: TableView; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useClient();
  const leave = () => {
    void client.leaveMatch();
    onClose();
  };
  return (
    <Dialog
      title={t("table.leaveTitle")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("table.leaveStay")}</Button>
          <Button kind="danger" onClick={leave}>
            {t("table.leaveConfirm")}
          </Button>
        </>
      }
    >
      <p>{t(view.house ? "table.leaveHouse" : view.practice ? "table.leavePractice" : "table.leaveText")}</p>
    </Dialog>
  );
}
