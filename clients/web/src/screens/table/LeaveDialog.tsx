import { useClient, useGameInfo } from "../../app/context";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { useFormats } from "../../i18n/useFormats";
import { Dialog } from "../../parts/Dialog";
import type { StillView } from "../../state/still";

const POLICIES = ["concede", "forfeit", "eliminate", "bot_replace", "pause_return"] as const;

/** Asks once more before a match is left for good. */
export function LeaveDialog({ view, onClose }: { view: StillView; onClose: () => void }) {
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
      <p>{useConsequence(view)}</p>
    </Dialog>
  );
}

/** What leaving means here: what comes of the match, and what stake is at it. */
function useConsequence(view: StillView): string {
  const { t } = useTranslation(["app", "play"]);
  const { number } = useFormats();
  const info = useGameInfo(view.game);
  const policy = POLICIES.find((each) => each === info?.leave_policy);
  if (view.house) return t("table.leaveHouse");
  if (view.practice) return t("table.leavePractice");
  const stake = view.stake_chips > 0 ? t("play:leave.stake", { chips: number(view.stake_chips) }) : "";
  return `${policy ? t(`play:leave.${policy}`) : ""} ${stake}`.trim();
}
