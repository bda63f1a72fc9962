import { useRoom } from "../../app/context";
import { useChips } from "../../i18n/useAmounts";
import { useTranslation } from "../../i18n/useTranslation";
import { Button } from "../../parts/Button";
import { Dialog } from "../../parts/Dialog";

/** What is about to be paid for. */
export interface Spending {
  name: string;
  chips: number;
  /** Pays. */
  go: () => void;
}

/** Asks once before chips are spent, with name and price: a press beside the mark costs nothing. */
export function SpendDialog({ spending, onClose }: { spending: Spending; onClose: () => void }) {
  const { t } = useTranslation("economy");
  const chips = useChips();
  const { chips: own } = useRoom();
  const amount = chips(spending.chips);
  const go = () => {
    onClose();
    spending.go();
  };
  return (
    <Dialog
      title={t("spend.title", { amount })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("spend.no")}</Button>
          <Button kind="action" onClick={go}>
            {t("spend.go", { amount })}
          </Button>
        </>
      }
    >
      <p>{t("spend.what", { name: spending.name, amount })}</p>
      <p className="num">{t("shop.afterwards", { before: chips(own), after: chips(own - spending.chips) })}</p>
    </Dialog>
  );
}
